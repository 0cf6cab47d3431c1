package dev.lanekeeper.benchmark.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitLogTest {
  @TempDir private Path folder = Path.of("");

  @Test
  @DisplayName("what one mapping writes, another one reads, in the same order")
  void shared() throws IOException {
    CommitLog read = CommitLog.create(folder.resolve("commits"), 2);
    CommitLog written = CommitLog.open(folder.resolve("commits"));
    long before = CommitLog.nowMicros();
    written.add(4711);
    written.add(4712);
    assertThat(read.size()).isEqualTo(2);
    assertThat(read.get(0).sentMicros()).isEqualTo(4711);
    assertThat(read.get(1).sentMicros()).isEqualTo(4712);
    assertThat(read.get(0).committedMicros()).isBetween(before, read.get(1).committedMicros());
    assertThatThrownBy(() -> written.add(4713)).hasMessageContaining("messages came twice");
    assertThatThrownBy(() -> read.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
