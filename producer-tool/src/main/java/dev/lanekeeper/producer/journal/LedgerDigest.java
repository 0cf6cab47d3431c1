package dev.lanekeeper.producer.journal;

import dev.lanekeeper.producer.check.CheckedFile;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a ledger file holds, in short. Immutable.
 *
 * @param file for people; a ledger may be moved
 * @param sha256 of its bytes, in hexadecimal digits
 */
record LedgerDigest(String file, String sha256) {
  private static final int BUFFER = 1 << 16;

  /**
   * Reads all that was checked.
   *
   * @throws dev.lanekeeper.program.ProgramException when it is not there any more
   */
  static LedgerDigest of(CheckedFile checked) {
    MessageDigest digest = newDigest();
    try (InputStream in = new DigestInputStream(checked.bytes(), digest)) {
      byte[] buffer = new byte[BUFFER];
      int read;
      do {
        read = in.read(buffer);
      } while (read >= 0);
    } catch (IOException failure) {
      throw checked.file().unreadable(failure);
    }
    return new LedgerDigest(
        checked.file().name().toString(), HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
