package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.rocketmq.client.java.hook.MessageHookPoints;
import org.apache.rocketmq.client.java.hook.MessageHookPointsStatus;
import org.apache.rocketmq.client.java.hook.MessageInterceptor;
import org.apache.rocketmq.client.java.hook.MessageInterceptorContext;
import org.apache.rocketmq.client.java.hook.MessageInterceptorContextImpl;
import org.apache.rocketmq.client.java.message.GeneralMessage;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** That it sees receives is shown with the real client, by OutageIT. */
class ReceiveHookTest implements ReceiveHook.Receives {
  private final List<String> seen = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5; // It may overflow.

  /** The watchdog tells an answer that was refused from one that was swallowed by this. */
  @Test
  void failureIsToldWithItsLengthWhenItsBeginWasSeen() {
    ReceiveHook hook = new ReceiveHook(new MessageMeter(), () -> now, this);
    MessageInterceptorContextImpl receive =
        new MessageInterceptorContextImpl(MessageHookPoints.RECEIVE);
    MessageInterceptorContextImpl failed =
        new MessageInterceptorContextImpl(
            MessageHookPoints.RECEIVE, MessageHookPointsStatus.ERROR, receive.getAttributes());
    hook.doAfter(failed, List.of());
    hook.doBefore(receive, List.of());
    now += Duration.ofSeconds(3).toNanos();
    hook.doAfter(failed, List.of());

    assertThat(seen).containsExactly("failed", "asked", "failed after PT3S");
  }

  /** In the place of the client's own. */
  private static final class MessageMeter implements MessageInterceptor {
    @Override
    public void doBefore(MessageInterceptorContext context, List<GeneralMessage> messages) {}

    @Override
    public void doAfter(MessageInterceptorContext context, List<GeneralMessage> messages) {}
  }

  @Override
  public void asked() {
    seen.add("asked");
  }

  @Override
  public void returned() {
    seen.add("returned");
  }

  @Override
  public void failed(Optional<Duration> length) {
    seen.add("failed" + length.map(taken -> " after " + taken).orElse(""));
  }

  @Test
  void clientThatDoesNotShowItsReceivesIsWarnedOfInOneLineWithWhatToDo() {
    Logger logger = (Logger) LoggerFactory.getLogger(ReceiveHook.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      assertThat(ReceiveHook.attach("another client", () -> now, this)).isFalse();
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
