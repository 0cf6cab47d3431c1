package dev.lanekeeper.producer.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was read once is read again, or nothing is. */
class BlockSumsTest {
  private static final int BLOCK = 64 * 1024;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 40 * BLOCK + 7})
  void whatWasReadIsReadAgainAndNoMore(int length) throws IOException {
    byte[] bytes = bytes(length);
    BlockSums sums = sums(bytes);

    assertThat(again(sums, bytes)).isEqualTo(bytes);
    assertThat(again(sums, Arrays.copyOf(bytes, length + 3))).isEqualTo(bytes);
    assertThat(again(sums, Arrays.copyOf(bytes, length + 2 * BLOCK))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, BLOCK, 2 * BLOCK + 1})
  void whatIsNotThereAnyMoreOrOtherwiseIsAnError(int length) throws IOException {
    byte[] bytes = bytes(length);
    BlockSums sums = sums(bytes);
    byte[] other = bytes.clone();
    other[length - 1] ^= 1;

    for (byte[] now : new byte[][] {other, Arrays.copyOf(bytes, length - 1), {}}) {
      assertThatThrownBy(() -> again(sums, now)).hasMessage("changed");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {BLOCK, BLOCK + 1, 2 * BLOCK})
  void nothingOfAChangedBlockIsGiven(int at) throws IOException {
    byte[] bytes = bytes(3 * BLOCK);
    BlockSums sums = sums(bytes);
    bytes[at] ^= 1;

    InputStream again = comparing(sums, bytes);
    int same = at / BLOCK * BLOCK;
    assertThat(again.readNBytes(same)).hasSize(same);
    assertThatThrownBy(again::read).hasMessage("changed");
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static BlockSums sums(byte[] bytes) throws IOException {
    BlockSums sums = new BlockSums();
    assertThat(sums.remembering(new ByteArrayInputStream(bytes)).readAllBytes()).isEqualTo(bytes);
    return sums;
  }

  private static byte[] again(BlockSums sums, byte[] bytes) throws IOException {
    return comparing(sums, bytes).readAllBytes();
  }

  private static InputStream comparing(BlockSums sums, byte[] bytes) {
    return sums.comparing(
        new ByteArrayInputStream(bytes), () -> new ProgramException(ExitCode.TEMPORARY, "changed"));
  }
}
