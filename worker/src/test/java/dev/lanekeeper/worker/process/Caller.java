package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.ProcessingFixture.key;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.Reconciliation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A handler whose calls outside the database do what a test says. Not thread-safe. */
final class Caller implements EffectHandler {
  /** As SIGKILL would have it: nothing is written after it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  final List<String> calls = new ArrayList<>();
  Runnable during = () -> {};
  Runnable duringReconcile = () -> {};
  Optional<RuntimeException> failure = Optional.empty();
  Optional<String> owner = Optional.empty();
  Reconciliation reconciliation = Reconciliation.unknown();
  Duration longestCall = Duration.ofMinutes(1);
  String result = "";
  boolean mayCallAgain;
  boolean isInterrupted;
  boolean brokenClass;
  int brokenSettlements;
  int asked;

  static void die() {
    throw new Killed();
  }

  @Override
  public Optional<String> call(Message message, IdempotencyKey key) throws InterruptedException {
    calls.add(key.value());
    if (isInterrupted) {
      throw new InterruptedException();
    }
    during.run();
    failure.ifPresent(
        thrown -> {
          throw thrown;
        });
    return Optional.of(result.isEmpty() ? "called " + message.dedupKey().id() : result);
  }

  @Override
  public Reconciliation reconcile(Message message, IdempotencyKey key) {
    asked++;
    duringReconcile.run();
    return reconciliation;
  }

  @Override
  public Optional<String> settle(Message message, Optional<String> called, Handle handle) {
    if (brokenSettlements > 0) {
      brokenSettlements--;
      throw new IllegalStateException("cannot settle");
    }
    return called.filter(text -> !text.startsWith("(")).map(text -> "settled: " + text);
  }

  @Override
  public Optional<String> messageGroupOf(Message message) {
    return owner;
  }

  @Override
  public Duration longestCall(Message message) {
    if (brokenClass) {
      throw new NoClassDefFoundError("gone");
    }
    return longestCall;
  }

  @Override
  public boolean mayCallAgain(Message message) {
    return mayCallAgain;
  }
}
