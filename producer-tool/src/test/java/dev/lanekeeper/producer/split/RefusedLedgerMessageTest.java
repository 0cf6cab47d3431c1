package dev.lanekeeper.producer.split;

import static dev.lanekeeper.producer.split.SplitFixture.ADD;
import static dev.lanekeeper.producer.split.SplitFixture.CREATE;
import static dev.lanekeeper.producer.split.SplitFixture.OTHER;
import static dev.lanekeeper.producer.split.SplitFixture.THREE;
import static dev.lanekeeper.producer.split.SplitFixture.batch;
import static dev.lanekeeper.producer.split.SplitFixture.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a ledger message, and where its body stays then. */
@Timeout(60)
class RefusedLedgerMessageTest {
  @TempDir private Path folder = Path.of("");
  private SplitFixture fixture = new SplitFixture(folder);
  private RecordingSender sender = fixture.sender();

  @BeforeEach
  void begin() {
    fixture = new SplitFixture(folder);
    sender = fixture.sender();
  }

  @Test
  void wrongRecordAnywhereMeansThatNothingIsSent() throws Exception {
    String wrong = ADD.replace("\"3.50\"", "\"3,50\"");
    byte[] body = ("[" + CREATE + "," + OTHER + "," + wrong + "]").getBytes(UTF_8);

    SplitOutcome outcome = fixture.split(json(new String(body, UTF_8)));

    assertThat(sender.sent()).isEmpty();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            SplitOutcome.Refused.class,
            refused -> {
              assertThat(refused.problems())
                  .containsExactly(
                      "ledger message 01AB: line 1 (record 3): amount \"3,50\": decimal comma;"
                          + " write 3.50");
              assertThat(refused.kept()).hasBinaryContent(body);
            });
  }

  @Test
  void recordWithoutASequenceIsRefused() throws Exception {
    assertRefused(json("[" + CREATE.replace("\"seq\":1,", "") + "]"), "seq: missing");
  }

  @Test
  void whatCannotBeReadIsRefusedAndKept() throws Exception {
    assertRefused(batch("application/xml", "<a/>"), "content type 'application/xml'");
    assertRefused(json("[" + CREATE), "the JSON has no end");
    assertRefused(json("[]"), "no records");
    assertRefused(
        new LedgerBatch("01AB", "L", Optional.empty(), true, THREE.getBytes(UTF_8)),
        "does not match its checksum");
    assertThat(sender.sent()).isEmpty();
  }

  @Test
  void operationThatIsLongerThanTheBrokerTakesMeansThatNothingIsSent() throws Exception {
    fixture.takesBodiesOf(200);

    assertThat(fixture.split(json(THREE))).isInstanceOf(SplitOutcome.Confirmed.class);
    sender.forget();
    String last = ADD.replace("}", ",\"note\":\"" + "n".repeat(200) + "\"}");
    assertRefused(json("[" + CREATE + "," + last + "]"), "this broker takes at most 200");
    assertThat(sender.sent()).isEmpty();
  }

  @Test
  void bodyThatIsKeptHasTheMessagesNameAndIsForItsOwnerAlone() throws Exception {
    Path kept = fixture.refused(json("[]"));

    assertThat(kept).isEqualTo(fixture.bodies().resolve("ledger-message-01AB.json"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
    assertThat(fixture.refused(json("[]"))).isEqualTo(kept);
    assertThat(fixture.files()).containsExactly(kept);
  }

  @Test
  void fileThatHasTheNameOfABodyIsLeftAlone() throws Exception {
    Path bodies = Files.createDirectories(fixture.bodies());
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Path link = Files.createSymbolicLink(bodies.resolve("ledger-message-01AB.json"), precious);
    fixture.split(json(THREE));
    assertThat(precious).hasContent("precious");

    Path kept = fixture.refused(json("[]"));

    assertThat(kept).isNotEqualTo(link).hasContent("[]");
    assertThat(link).isSymbolicLink();
    assertThat(precious).hasContent("precious");
    Files.delete(link);
    Files.writeString(link, "corrected");
    assertThat(fixture.refused(json("[]"))).isNotEqualTo(link).hasContent("[]");
    assertThat(link).hasContent("corrected");
  }

  private void assertRefused(LedgerBatch batch, String problem) throws Exception {
    assertThat(fixture.split(batch))
        .isInstanceOfSatisfying(
            SplitOutcome.Refused.class,
            refused -> {
              assertThat(refused.problems())
                  .first()
                  .asString()
                  .startsWith("ledger message 01AB: ")
                  .contains(problem);
              assertThat(refused.kept()).hasBinaryContent(batch.body());
            });
  }
}
