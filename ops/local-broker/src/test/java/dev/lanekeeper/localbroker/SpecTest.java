package dev.lanekeeper.localbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecTest {
  @Test
  void aTopicIsFifoWithEightQueuesUnlessSaidOtherwise() {
    assertThat(TopicSpec.parse("ledger")).isEqualTo(new TopicSpec("ledger", 8, TopicType.FIFO));
    assertThat(TopicSpec.parse("ledger:3")).isEqualTo(new TopicSpec("ledger", 3, TopicType.FIFO));
    assertThat(TopicSpec.parse("ledger:3:normal"))
        .isEqualTo(new TopicSpec("ledger", 3, TopicType.NORMAL));
  }

  @Test
  void aGroupIsOrderlyUnlessSaidOtherwise() {
    assertThat(GroupSpec.parse("worker")).isEqualTo(new GroupSpec("worker", true, 10_000));
    assertThat(GroupSpec.parse("worker:orderly")).isEqualTo(new GroupSpec("worker", true, 10_000));
    assertThat(GroupSpec.parse("worker:concurrent"))
        .isEqualTo(new GroupSpec("worker", false, 10_000));
    assertThat(GroupSpec.parse("worker:orderly:-1")).isEqualTo(new GroupSpec("worker", true, -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":8", "a b", "a:0", "a:1025", "a:x", "a:8:delay", "a:8:fifo:more", "%RETRY%a"})
  void whatIsNoTopicIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TopicSpec.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:sorted", "a:orderly:more"})
  void whatIsNoGroupIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> GroupSpec.parse(text));
  }
}
