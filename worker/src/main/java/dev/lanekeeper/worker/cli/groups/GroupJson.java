package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.worker.operate.Explanation;
import dev.lanekeeper.worker.operate.GroupReport;
import dev.lanekeeper.worker.operate.OperatorActions;
import java.io.PrintWriter;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes one group for programs. */
final class GroupJson {
  private GroupJson() {}

  static void print(PrintWriter out, GroupReport.Detail detail) {
    GroupReport.Group group = detail.group();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("group", group.key().name());
    json.put("topic", group.key().topic());
    json.put("consumer_group", group.key().consumerGroup());
    json.put("state", group.state().label());
    group.reason().ifPresent(reason -> json.put("reason", reason));
    json.put("since", group.changedAt().toString());
    json.put("by", group.changedBy());
    json.put("last_sequence", group.lastSequence());
    json.put("held", group.heldCount());
    json.put("explanation", Explanation.of(detail));
    ArrayNode messages = json.putArray("messages");
    detail.held().forEach(held -> put(messages.addObject(), held));
    ArrayNode actions = json.putArray("actions");
    detail.actions().forEach(action -> put(actions.addObject(), action));
    out.println(json);
  }

  private static void put(ObjectNode json, GroupReport.Held held) {
    json.put("position", held.position());
    held.sequence().ifPresent(sequence -> json.put("sequence", sequence));
    json.put("status", held.status());
    json.put("why", held.why());
    json.put("id", held.dedupKey());
    json.put("attempts", held.attempts());
    held.lastError().ifPresent(error -> json.put("last_error", error));
    json.put("held_at", held.heldAt().toString());
    json.put("message_id", held.messageId());
    json.put("fingerprint", held.fingerprint());
  }

  private static void put(ObjectNode json, OperatorActions.Entry action) {
    json.put("action", action.action());
    json.put("by", action.author());
    json.put("at", action.doneAt().toString());
    json.put("messages", action.messages());
    json.put("reason", action.reason());
  }
}
