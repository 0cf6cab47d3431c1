package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.api.Receipt;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A record as it goes over the wire. Immutable, but for the body's bytes, which nobody may change.
 * Building it again from an equal record gives equal content, so a resend is recognised.
 */
public final class LedgerMessage {
  private final String messageGroup;
  private final DedupKey dedupKey;
  private final long sequence;
  private final String tag;
  private final String key;
  private final Map<String, String> properties;
  private final byte[] body;

  LedgerMessage(
      String messageGroup,
      DedupKey dedupKey,
      long sequence,
      String tag,
      String key,
      Map<String, String> properties,
      byte[] body) {
    this.messageGroup = messageGroup;
    this.dedupKey = dedupKey;
    this.sequence = sequence;
    this.tag = tag;
    this.key = key;
    this.properties = Map.copyOf(properties);
    this.body = body;
  }

  /** The same message with more properties; those that it has stay as they are. */
  public LedgerMessage with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.putAll(properties);
    return new LedgerMessage(messageGroup, dedupKey, sequence, tag, key, all, body);
  }

  /** The order id, byte for byte. */
  public String messageGroup() {
    return messageGroup;
  }

  public DedupKey dedupKey() {
    return dedupKey;
  }

  public long sequence() {
    return sequence;
  }

  /** For filters; empty for none. */
  public String tag() {
    return tag;
  }

  /** For an operator's look-up only: RocketMQ joins keys by spaces, so it has none. */
  public String key() {
    return key;
  }

  /** The attributes of the CloudEvent. */
  public Map<String, String> properties() {
    return properties;
  }

  /** Canonical JSON. */
  public byte[] body() {
    return body;
  }

  /**
   * What can be shown for it.
   *
   * @param stored where the broker stored it, if it was sent
   */
  public Receipt receipt(Optional<Receipt.Stored> stored) {
    String fingerprint = Fingerprint.of(MessageAttributes.JSON, body).hex();
    return new Receipt(dedupKey, messageGroup, sequence, fingerprint, stored);
  }
}
