package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Processor;
import dev.lanekeeper.worker.process.Run;
import dev.lanekeeper.worker.process.SharedTransaction;
import java.util.Optional;
import java.util.function.Consumer;

/** A delivered message in its lane. */
final class MessageTask implements LaneTask {
  private final Processor processor;
  private final Delivered message;
  private final Run run;
  private final Consumer<Outcome> whenDone;

  MessageTask(Processor processor, Delivered message, Run run, Consumer<Outcome> whenDone) {
    this.processor = processor;
    this.message = message;
    this.run = run;
    this.whenDone = whenDone;
  }

  @Override
  public Outcome pass() {
    return run.isOurs()
        ? message.trace().within(() -> processor.process(message.raw(), run))
        : handBack();
  }

  /** One that is traced has a pass of its own, with its own span. */
  @Override
  public Optional<SharedTransaction.Part> shareable() {
    return run.mayShare() && run.isOurs() && !message.trace().isOn()
        ? Optional.of(new SharedTransaction.Part(message.raw(), run))
        : Optional.empty();
  }

  @Override
  public Outcome handBack() {
    processor.handBack(message.raw(), run);
    return new Outcome.Nothing();
  }

  @Override
  public boolean isDelivered() {
    return true;
  }

  @Override
  public int attempt() {
    return run.used() + 1;
  }

  @Override
  public void done(Outcome outcome) {
    whenDone.accept(outcome);
  }
}
