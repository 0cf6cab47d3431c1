package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.lang.reflect.Method;
import org.apache.rocketmq.client.java.hook.MessageInterceptor;
import org.apache.rocketmq.client.java.impl.ClientImpl;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** That it sees receives is shown with the real client, by OutageIT. */
class ReceiveHookTest {

  @Test
  void clientOnTheClassPathHasWhatTheHookIsAttachedTo() throws NoSuchMethodException {
    Method method =
        ClientImpl.class.getDeclaredMethod("addMessageInterceptor", MessageInterceptor.class);
    assertThat(method.trySetAccessible()).isTrue();
  }

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
