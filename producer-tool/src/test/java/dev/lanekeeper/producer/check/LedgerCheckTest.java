package dev.lanekeeper.producer.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCheckTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void recordsWithoutSeqAreNumberedPerOrderOverAllFiles() throws IOException {
    Path first = csv("1.csv", "create,A,t1,,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n");
    Path second = csv("2.csv", "add,B,t2,,1,EUR,,,\nadd,A,t3,,1,EUR,,,true\n");

    assertThat(LedgerFiles.messages(first, second))
        .extracting(LedgerMessage::messageGroup, LedgerMessage::sequence)
        .containsExactly(
            tuple("A", 1L), tuple("B", 1L), tuple("A", 2L), tuple("B", 2L), tuple("A", 3L));
  }

  @Test
  void seqMayBeginAnywhereAndRepeat() throws IOException {
    Path file = csv("l.csv", "add,A,t5,5,1,EUR,,,\nadd,A,t4,4,1,EUR,,,\nadd,A,t5,5,1.00,EUR,,,\n");

    assertThat(LedgerFiles.messages(file))
        .extracting(LedgerMessage::sequence)
        .containsExactly(5L, 4L, 5L);
  }

  @Test
  void sameSeqWithOtherContentIsRefused() throws IOException {
    Path first = csv("1.csv", "create,A,t1,1,1,EUR,,,\nadd,A,t2,2,1,EUR,,,\n");
    Path second = csv("2.csv", "add,A,t2,2,1.01,EUR,,,\n");

    assertThat(LedgerFiles.check(first, second).problems())
        .containsExactly(
            second
                + ": line 2: order 'A' has another record with seq 2 and other content;"
                + " number one of them anew");
  }

  @Test
  void repeatIsFoundHoweverFarAwayTheFirstIs() throws IOException {
    StringBuilder rows = new StringBuilder("create,A,t1,1,1,EUR,,,\n");
    for (int i = 1; i <= 100_000; i++) {
      rows.append("create,B").append(i).append(",t1,1,1,EUR,,,\n");
    }
    rows.append("create,A,t1,1,1.00,EUR,,,\ncreate,A,t1,1,1.01,EUR,,,\n");

    assertThat(LedgerFiles.problems(csv("l.csv", rows.toString())))
        .singleElement()
        .asString()
        .startsWith("line 100004: order 'A' has another record with seq 1 and other content");
  }

  @Test
  void contradictionCutsItsOrderOffFromThere() throws IOException {
    CheckResult check =
        LedgerFiles.check(
            csv(
                "l.csv",
                "create,A,t1,1,1,EUR,,,\nadd,A,t2,2,1,EUR,,,\nadd,A,t2,2,2,EUR,,,\n"
                    + "add,A,t3,3,1,EUR,,,\ncreate,B,t1,1,1,EUR,,,\n"));

    assertThat(check.leftOut().orElseThrow().from()).containsExactly(Map.entry("A", 2L));
    assertThat(check.without(check.leftOut().orElseThrow()).records()).isEqualTo(2);
  }

  @Test
  void wholeOrdersHaveNoGapAndOneCurrency() throws IOException {
    Path file =
        csv(
            "l.csv",
            "create,A,t1,2,1,EUR,,,\nadd,A,t2,4,1,USD,,,\nadd,A,t2,5,1,EUR,,,\n"
                + "add,A,t2,5,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nmodify,B,t1,,1,EUR,,,true\n");

    assertThat(LedgerFiles.problems(file)).isEmpty();
    assertThat(LedgerFiles.problems(file, LedgerFiles.checkWholeOrders(file)))
        .containsExactly(
            "line 2: order 'A' has seq 2, and seq 1 is missing",
            "line 3: order 'A' has seq 4, and seq 3 is missing",
            "line 3: order 'A' began in another currency; correct it, or give what is paid in this one"
                + " an order of its own",
            "line 4: adds a transaction that order 'A' has since seq 4; modify it");
  }

  @Test
  void seqOnSomeRecordsOfAnOrderIsRefused() throws IOException {
    Path file = csv("l.csv", "create,A,t1,1,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n");

    assertThat(LedgerFiles.problems(file))
        .containsExactly(
            "line 4: order 'A' has records with seq and without; write it on all of them or on"
                + " none");
  }

  @Test
  void firstTwentyProblemsAreToldAndAllCounted() throws IOException {
    CheckResult result = LedgerFiles.check(csv("l.csv", "add,A,t1,0,1,EUR,,,\n".repeat(25)));

    assertThat(result.isClean()).isFalse();
    assertThat(result.problems()).hasSize(20);
    assertThat(result.problemCount()).isEqualTo(25);
  }

  @Test
  void bodyThatRocketMqWouldNotTakeIsRefused() throws IOException {
    String note = "é".repeat(2 * 1024 * 1024);
    Path file = csv("l.csv", "create,A,t1,1,1,EUR,," + note + ",\n");

    assertThat(LedgerFiles.problems(file))
        .singleElement()
        .satisfies(problem -> assertThat(problem).contains("bytes as a message; at most 4194304"));
  }

  @Test
  void fileThatChangesAfterTheCheckIsNotSent() throws IOException {
    Path file = csv("l.csv", "create,A,t1,1,1,EUR,,,\n");
    CheckResult check = LedgerFiles.check(file);
    Files.writeString(file, "add,A,t2,2,1,EUR,,,\n", StandardOpenOption.APPEND);

    assertThatThrownBy(
            () -> CheckedRecords.forEach(check.files(), (position, record, sequence) -> true))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("changed after it was checked");
  }

  @Test
  void longestBodyIsComparedWithWhatTheBrokerTakes() throws IOException {
    Path file =
        csv("l.csv", "create,A,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,nnnnnnnnnn,\nadd,A,t3,,1,EUR,,,\n");
    CheckResult check = LedgerFiles.check(file);
    int bytes = check.largestBody().orElseThrow().bytes();

    check.requireBodies(bytes);
    assertThatThrownBy(() -> check.requireBodies(bytes - 1))
        .isInstanceOf(ProgramException.class)
        .hasMessageStartingWith(file + ": line 3: " + bytes + " bytes as a message; this broker")
        .hasMessageContaining("nothing is sent");
    check.without(new LeftOut(Map.of("A", 2L))).requireBodies(bytes - 1);
  }

  private Path csv(String name, String rows) throws IOException {
    return LedgerFiles.write(folder, name, LedgerFiles.HEADER + rows);
  }
}
