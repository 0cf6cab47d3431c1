package dev.lanekeeper.worker.effect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * One effect of one message. Immutable.
 *
 * @param name tells the effects of a message apart
 */
public record EffectKey(String consumerGroup, DedupKey dedupKey, String name) {

  /** One message has one effect; the name leaves room for more. */
  public static final String CALL = "call";

  /** The effect of a message. */
  public static EffectKey of(Message message, String name) {
    return new EffectKey(message.consumerGroup(), message.dedupKey(), name);
  }

  /**
   * What tells whoever is called that it is the same effect again: the same over every attempt,
   * process and redelivery, and no other effect's. 64 hexadecimal digits of SHA-256 over the parts,
   * each behind its length, since joined they would be ambiguous.
   */
  public IdempotencyKey idempotencyKey() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : List.of(consumerGroup, dedupKey.source(), dedupKey.id(), name)) {
        byte[] bytes = part.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
      }
      return new IdempotencyKey(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
