package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Endpoints;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final Duration LONG = Duration.ofHours(1);

  private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos(); // It may overflow.
  private int built;

  @Test
  void dueOnceTheSilenceIsLongerThanThePatience() throws IOException {
    try (ServerSocket proxy = listen()) {
      Watchdog watchdog = watchdog(proxy.getLocalPort());
      assertThat(watchdog.isDue(PATIENCE)).isFalse();
      assertThat(watchdog.isDue(PATIENCE.plusNanos(1))).isTrue();
      assertThat(watchdog.build(() -> ++built)).contains(1);
      assertThat(watchdog.isDue(LONG)).isTrue();
    }
  }

  @Test
  void noClientIsBuiltWhereNothingListensAndTriesAreFurtherAndFurtherApart() throws IOException {
    int port;
    try (ServerSocket closed = listen()) {
      port = closed.getLocalPort();
    }
    Watchdog watchdog = watchdog(port);
    for (int seconds = 5; seconds <= 160; seconds *= 2) {
      assertThat(watchdog.build(() -> ++built)).isEmpty();
      assertPauseOf(watchdog, seconds);
    }
    for (int i = 0; i < 9; i++) {
      watchdog.build(() -> ++built);
    }
    after(300);
    assertThat(watchdog.isDue(LONG)).isTrue();
    assertThat(built).isZero();
  }

  @Test
  void clientThatStartsEndsThePauses() throws IOException {
    try (ServerSocket proxy = listen()) {
      Watchdog watchdog = watchdog(proxy.getLocalPort());
      for (int i = 0; i < 9; i++) {
        assertThat(watchdog.build(WatchdogTest::fail)).isEmpty();
      }
      watchdog.build(() -> ++built);
      watchdog.build(WatchdogTest::fail);
      assertPauseOf(watchdog, 5);
    }
  }

  /** Give or take a half, so that workers do not all come at once. */
  private void assertPauseOf(Watchdog watchdog, int seconds) {
    long begun = now;
    now = begun + Duration.ofSeconds(seconds).toNanos() / 2 - 1_000_000;
    assertThat(watchdog.isDue(LONG)).isFalse();
    now = begun + Duration.ofSeconds(seconds).toNanos() * 3 / 2 + 1_000_000;
    assertThat(watchdog.isDue(LONG)).isTrue();
  }

  private static Integer fail() {
    throw new ProgramException(ExitCode.UNAVAILABLE, "the proxy does not answer");
  }

  private Watchdog watchdog(int port) {
    return new Watchdog(PATIENCE, Endpoints.parse("127.0.0.1:" + port), () -> now);
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  private void after(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }
}
