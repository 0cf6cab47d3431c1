package dev.lanekeeper.worker.verify;

import dev.lanekeeper.api.Receipt;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is off about one sent message. Immutable.
 *
 * @param detail what was found in its place, in words
 */
public record Finding(Kind kind, Receipt receipt, String detail) {

  /** In how many ways a sent message can be off. */
  public enum Kind {
    /** Nothing is on record about it. */
    MISSING,
    /** It was applied before a message that stands before it in its group. */
    OUT_OF_ORDER,
    /** Another message was applied under its sequence too. */
    TWICE,
    /** What was applied under its dedup key is something else. */
    OTHER_CONTENT,
    /** It waits in the database for its group to move. */
    HELD,
    /** It was given up: a dead letter. */
    DEAD_LETTERED;

    /** The word in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The words for people. */
    public String words() {
      return label().replace('_', ' ').replace("dead lettered", "dead-lettered");
    }
  }

  /** For programs, with all that the receipt says. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("finding", kind.label());
    json.put("detail", detail);
    json.put("source", receipt.dedupKey().source());
    json.put("id", receipt.dedupKey().id());
    json.put("group", receipt.messageGroup());
    json.put("sequence", receipt.sequence());
    json.put("fingerprint", receipt.fingerprint());
    receipt.stored().ifPresent(stored -> json.put("message_id", stored.messageId()));
    return json;
  }

  /** For people, in one line. */
  @Override
  public String toString() {
    return "%s %d: %s: %s"
        .formatted(receipt.messageGroup(), receipt.sequence(), kind.words(), detail);
  }
}
