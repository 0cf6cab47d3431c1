package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** That it sees receives is shown with the real client, by OutageIT. */
class ReceiveHookTest {

  @Test
  void clientThatDoesNotShowItsReceivesIsWarnedOfInOneLineWithWhatToDo() {
    Logger logger = (Logger) LoggerFactory.getLogger(ReceiveHook.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      assertThat(ReceiveHook.attach("another client", () -> {}, () -> {}, () -> {})).isFalse();
    } finally {
      logger.detachAppender(lines);
    }
    assertThat(lines.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getLevel()).isEqualTo(Level.WARN);
              assertThat(line.getFormattedMessage())
                  .contains("does not show its receives", "without its watchdog", "--mode simple");
              assertThat(line.getThrowableProxy()).isNull();
            });
  }
}
