package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.ConflictingMessageException;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.message.ErrorText;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** Judges failed runs of the handler by their cause and their number. Thread-safe. */
final class Judge {
  private final FailureClassifier classifier = new FailureClassifier();
  private final RetryPolicy retryPolicy;
  private final ProcessListener listener;
  private final LongAdder settled = new LongAdder();

  Judge(RetryPolicy retryPolicy, ProcessListener listener) {
    this.retryPolicy = retryPolicy;
    this.listener = listener;
  }

  /** A message was settled: the environment is well enough for that. */
  void settled() {
    settled.increment();
  }

  /** Judges a run that threw, and updates what is remembered of the message. */
  Verdict judge(Run run, int attempt, Throwable failure) {
    FailureClassifier.Kind kind = kind(run, failure);
    listener.failed(kind, failure);
    return switch (kind) {
      case ENVIRONMENT -> new Verdict.Wait(delay(failure, run.environmentFailed()));
      case REJECTED -> new Verdict.Stop(rejection(failure));
      case FAILED -> {
        run.use(attempt, ErrorText.of(failure));
        yield retryPolicy.isExhaustedAfter(attempt)
            ? new Verdict.Stop(Why.ATTEMPTS)
            : new Verdict.Retry(delay(failure, attempt));
      }
    };
  }

  private FailureClassifier.Kind kind(Run run, Throwable failure) {
    FailureClassifier.Kind kind = classifier.classify(failure);
    if (kind == FailureClassifier.Kind.ENVIRONMENT && classifier.isCutOff(failure)) {
      return run.cutOffs().isOwnFault(settled.sum()) ? FailureClassifier.Kind.FAILED : kind;
    }
    run.cutOffs().reset();
    return kind;
  }

  /** Judges a run that is not repeated: every failure but the environment's ends it. */
  Verdict judgeOnce(Run run, Throwable failure) {
    FailureClassifier.Kind kind = classifier.classify(failure);
    listener.failed(kind, failure);
    return switch (kind) {
      case ENVIRONMENT -> new Verdict.Wait(delay(failure, run.environmentFailed()));
      case REJECTED -> new Verdict.Stop(rejection(failure));
      case FAILED -> new Verdict.Stop(Why.ATTEMPTS);
    };
  }

  private Duration delay(Throwable failure, int failures) {
    return classifier
        .delayAskedFor(failure)
        .map(retryPolicy::bounded)
        .orElseGet(() -> retryPolicy.delayAfter(failures));
  }

  private static Why rejection(Throwable failure) {
    if (failure instanceof MisroutedMessageException) {
      return Why.MISROUTED;
    }
    if (failure instanceof UnknownEffectException) {
      return Why.UNKNOWN_EFFECT;
    }
    return failure instanceof ConflictingMessageException ? Why.CONFLICT : Why.REJECTED;
  }

  /** The database would not take a decision: try again later, whatever the reason. */
  Outcome.TryAgain undecided(Run run, Throwable failure) {
    run.cutOffs().reset();
    listener.failed(FailureClassifier.Kind.ENVIRONMENT, failure);
    int inARow = run.environmentFailed();
    if (inARow == 1 && classifier.classify(failure) != FailureClassifier.Kind.ENVIRONMENT) {
      listener.undecided(failure);
    }
    return new Outcome.TryAgain(retryPolicy.delayAfter(inARow), failure);
  }

  boolean isExhaustedAfter(int attempts) {
    return retryPolicy.isExhaustedAfter(attempts);
  }
}
