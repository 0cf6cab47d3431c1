package dev.lanekeeper.worker.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.worker.testing.JavaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The worker processes of a history, kept running as a service manager would. For one thread. */
final class Workers implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(90);

  private final Supplier<JavaProcess> starter;
  private final List<JavaProcess> running = new ArrayList<>();

  Workers(int count, Supplier<JavaProcess> starter) {
    this.starter = starter;
    for (int i = 0; i < count; i++) {
      running.add(starter.get());
    }
    running.forEach(worker -> await().atMost(SOON).until(() -> isReceiving(worker)));
  }

  /** SIGKILL; another one takes its place. */
  void kill(int number) throws InterruptedException {
    int index = number % running.size();
    running.get(index).kill();
    running.set(index, starter.get());
  }

  /** SIGTERM; another one takes its place when it has ended, which it does with success. */
  void restart(int number) throws InterruptedException {
    int index = number % running.size();
    JavaProcess worker = running.get(index);
    // Before it listens to the signal its end would be the JVM's own.
    await().atMost(SOON).until(() -> isReceiving(worker));
    stop(worker);
    running.set(index, starter.get());
  }

  /** Starts anew what could not start for lack of a broker or a database. */
  void keepRunning() {
    for (int i = 0; i < running.size(); i++) {
      JavaProcess worker = running.get(i);
      if (!worker.isAlive()) {
        assertThat(worker.stderr())
            .as("a worker that ended by itself")
            .doesNotContain("receiving:");
        running.set(i, starter.get());
      }
    }
  }

  /** Stops them all, with success. */
  void stopAll() throws InterruptedException {
    for (JavaProcess worker : running) {
      await().atMost(SOON).until(() -> isReceiving(worker));
      worker.terminate();
    }
    for (JavaProcess worker : running) {
      awaitEnd(worker);
    }
  }

  /** The last lines that each of them wrote. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    for (JavaProcess worker : running) {
      List<String> lines = worker.stderr().lines().toList();
      logs.append(worker.isAlive() ? "--- alive\n" : "--- ended\n");
      lines
          .subList(Math.max(0, lines.size() - 40), lines.size())
          .forEach(l -> logs.append(l).append('\n'));
    }
    return logs.toString();
  }

  private static void stop(JavaProcess worker) throws InterruptedException {
    if (worker.isAlive()) {
      worker.terminate();
    }
    awaitEnd(worker);
  }

  /** A second signal would end it at once. */
  private static void awaitEnd(JavaProcess worker) throws InterruptedException {
    assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
  }

  private static boolean isReceiving(JavaProcess worker) {
    if (!worker.isAlive()) {
      throw new AssertionError(worker.stderr());
    }
    return worker.stderr().contains("receiving:");
  }

  @Override
  public void close() {
    running.forEach(JavaProcess::close);
  }
}
