package dev.lanekeeper.program.sort;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Two numbers that stand for texts wherever the texts themselves would take too much room: 128 bits
 * of SHA-256, so that two different ones are never taken for the same. For one thread.
 */
public final class TextDigest {
  private final MessageDigest digest;

  public TextDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** The two numbers for these texts, in this order. */
  public long[] of(String... texts) {
    for (String text : texts) {
      byte[] bytes = text.getBytes(UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    ByteBuffer result = ByteBuffer.wrap(digest.digest());
    return new long[] {result.getLong(), result.getLong()};
  }
}
