package dev.lanekeeper.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.message.LedgerMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What becomes of the right records of public cases whose others are wrong. */
class PublicCasesContentTest {
  @TempDir private Path folder = Path.of("");

  @DisplayName("C4: a note of several lines is sent byte for byte, whatever ends its lines")
  @Test
  void c4NoteOfSeveralLinesIsSentByteForByte() throws IOException {
    String rows = Files.readString(LedgerFiles.ofCase("C4.csv"));
    String right =
        rows.substring(0, rows.indexOf("add,C-4,t2"))
            + "add,C-4,t2,2,1,EUR,,\"a\rb\r\nc\n\r\",\r\n";

    assertThat(LedgerFiles.messages(LedgerFiles.write(folder, "l.csv", right)))
        .extracting(message -> CanonicalJson.read(message.body()).path("note").asString())
        .containsExactly("line one\nline two\r\nline \"three\"", "a\rb\r\nc\n\r");
  }

  @DisplayName("C18: events with one id and other records are two messages, the same record is one")
  @Test
  void c18EventsAreToldApartByTheirRecords() throws IOException {
    JsonNode events = CanonicalJson.read(Files.readAllBytes(LedgerFiles.ofCase("C18.json")));
    ArrayNode right = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 3; i++) {
      right.add(events.get(i));
    }
    Path file = LedgerFiles.write(folder, "l.json", new String(CanonicalJson.write(right), UTF_8));

    List<LedgerMessage> messages = LedgerFiles.messages(file);

    assertThat(messages).hasSize(3);
    assertThat(messages.get(1).dedupKey()).isNotEqualTo(messages.get(0).dedupKey());
    assertThat(messages.get(2).dedupKey()).isEqualTo(messages.get(0).dedupKey());
    assertThat(messages.get(2).body()).isEqualTo(messages.get(0).body());
  }
}
