package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.worker.operate.DeadLetters.DeadLetter;
import java.util.Base64;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One dead letter as a JSON object, with all that is needed to send it elsewhere. */
final class DeadLetterJson {
  private DeadLetterJson() {}

  static ObjectNode of(DeadLetter letter) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", letter.name());
    json.put("topic", letter.key().topic());
    json.put("message_group", letter.key().name());
    json.put("source", letter.dedupKey().source());
    json.put("id", letter.dedupKey().id());
    letter.message().sequence().ifPresent(sequence -> json.put("sequence", sequence));
    json.put("why", letter.message().why().label());
    json.put("attempts", letter.message().attempts());
    letter.message().lastError().ifPresent(error -> json.put("last_error", error));
    json.put("message_id", letter.message().raw().messageId());
    if (letter.message().raw().tag() != null) {
      json.put("tag", letter.message().raw().tag());
    }
    ObjectNode properties = json.putObject("properties");
    letter.message().raw().properties().forEach(properties::put);
    json.put("body_base64", Base64.getEncoder().encodeToString(letter.message().raw().body()));
    return json;
  }
}
