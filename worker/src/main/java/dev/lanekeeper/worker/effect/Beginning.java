package dev.lanekeeper.worker.effect;

import java.time.Duration;
import java.util.Optional;

/** What is to be done about an effect, by what is on record. */
public sealed interface Beginning {

  /** Calls the case at hand. */
  <T> T choose(Cases<T> cases);

  /** An answer for every case. */
  interface Cases<T> {
    T call(Call call);

    T done(Done done);

    T busy(Busy busy);

    T unknown(Unknown unknown);
  }

  /**
   * It is ours: commit, call, and then write what came of it under this epoch.
   *
   * @param epoch the claim's number
   */
  record Call(long epoch) implements Beginning {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.call(this);
    }
  }

  /** It happened: it is not called again, the stored result counts. */
  record Done(Optional<String> result) implements Beginning {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.done(this);
    }
  }

  /** Another one's claim is alive: it must not be called. */
  record Busy(Duration left) implements Beginning {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.busy(this);
    }
  }

  /**
   * It may have happened or not, and whoever called cannot say any more: a policy decides.
   *
   * @param epoch what the decision is to be written under
   * @param takenOver whether its claim has just been found to have ended, with no word from whoever
   *     had it
   */
  record Unknown(long epoch, boolean takenOver) implements Beginning {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.unknown(this);
    }
  }
}
