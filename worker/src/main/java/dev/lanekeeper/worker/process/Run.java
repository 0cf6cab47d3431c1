package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.group.HeldRow;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What the lane remembers of one message from one pass to the next. Not thread-safe: it belongs to
 * the one thread that works on the message at the time.
 */
public final class Run {
  private final BooleanSupplier isOurs;
  private boolean cautious;
  private boolean alone;
  private int current;
  private int used;
  private int reserved;
  private int environmentFailures;
  private final CutOffs cutOffs = new CutOffs();
  private Optional<HeldRow> held = Optional.empty();
  private Optional<Called> called = Optional.empty();
  private Optional<String> lastError = Optional.empty();

  /**
   * A run of a message that nobody can take away.
   *
   * @param cautious whether somebody who died may have started the message before
   */
  public Run(boolean cautious) {
    this(cautious, () -> true);
  }

  /**
   * A run of a delivered message.
   *
   * @param cautious whether somebody who died may have started the message before
   * @param isOurs whether the broker still keeps the message for us
   */
  public Run(boolean cautious, BooleanSupplier isOurs) {
    this.cautious = cautious;
    this.isOurs = isOurs;
  }

  /** Whether the message is still ours: a handler must not start when it is not. */
  public boolean isOurs() {
    return isOurs.getAsBoolean();
  }

  /** Whether no pass was made over the message, and nobody who died can have made one. */
  public boolean mayShare() {
    return !alone && !cautious && current == 0;
  }

  /** Nothing is left of the attempt that was begun: it is as if none had been. */
  void undo() {
    current = 0;
  }

  /** From now on the message shares a transaction with no other. */
  void goAlone() {
    alone = true;
  }

  /** Asked right before the handler starts, since the pass may have waited for the database. */
  void requireOurs() {
    if (!isOurs()) {
      throw new LostLeaseException();
    }
  }

  /** Whether the attempt has to be on record before the handler runs. */
  boolean isCautious() {
    return cautious;
  }

  /** The attempt that is made, or was made last; 0 before the first. */
  int current() {
    return current;
  }

  void begin(int attempt) {
    current = attempt;
  }

  /** How many attempts this process knows to be used up. */
  public int used() {
    return used;
  }

  /** The attempt that is on record and has not been used up; 0 when there is none. */
  int reserved() {
    return reserved;
  }

  void reserve(int attempt) {
    reserved = attempt;
  }

  /** The held message with the attempt that is on record and has not been used up. */
  Optional<HeldRow> held() {
    return held;
  }

  void reserve(HeldRow tried) {
    held = Optional.of(tried);
    reserved = tried.message().attempts();
  }

  /** The attempt that was on record is taken back. */
  void release() {
    reserved = 0;
    held = Optional.empty();
  }

  /** The message's effect outside the database, once it has happened. */
  Optional<Called> called() {
    return called;
  }

  /** Whether this effect has happened. */
  boolean hasCalled(EffectKey key) {
    return called.filter(effect -> effect.key().equals(key)).isPresent();
  }

  /** The effect that has happened and that nobody has on record. */
  Optional<Called> owedCall() {
    return called.filter(effect -> !effect.isOnRecord());
  }

  /** The effect has happened: no later attempt of this run makes it again. */
  void call(Called effect) {
    called = Optional.of(effect);
  }

  /** Somebody else decides about the effect. */
  void forgetCall() {
    called = Optional.empty();
  }

  /** An attempt failed: the next one has another number, and goes on record first. */
  void use(int attempt, String error) {
    lastError = Optional.of(error);
    used = Math.max(used, attempt);
    release();
    environmentFailures = 0;
    cautious = true;
  }

  /** How the last attempt that this process knows of failed. */
  Optional<String> lastError() {
    return lastError;
  }

  /** How often, in a row, the database has cut off this message's runs for their length. */
  CutOffs cutOffs() {
    return cutOffs;
  }

  /** Counts a failure of the environment, and returns how many there were in a row. */
  int environmentFailed() {
    environmentFailures++;
    return environmentFailures;
  }
}
