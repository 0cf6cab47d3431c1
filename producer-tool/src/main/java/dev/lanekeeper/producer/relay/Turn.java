package dev.lanekeeper.producer.relay;

import dev.lanekeeper.program.ProgramException;
import java.util.OptionalLong;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether it is this relay's turn to send, and what is said when that changes. For one thread. */
final class Turn {
  private static final Logger log = LoggerFactory.getLogger(Relay.class);

  private final OutboxDatabase database;
  private final RelaySettings settings;
  private final RelayLease lease;
  private final IdleTime idle;
  private OptionalLong epoch = OptionalLong.empty();
  private boolean toldToWait;
  private long takeovers;

  /**
   * @param holder names this process, and no other
   */
  Turn(OutboxDatabase database, RelaySettings settings, String holder, IdleTime idle) {
    this.database = database;
    this.settings = settings;
    this.lease = new RelayLease(settings.topic(), holder, settings.lease());
    this.idle = idle;
  }

  /** Takes the lease, or prolongs it; returns whether this relay has it. */
  boolean take() throws UnreachableException {
    Claim claim = database.reach(lease::take);
    if (claim instanceof Claim.Held held) {
      hold(held.epoch());
      return true;
    }
    if (claim instanceof Claim.Anothers) {
      waitForAnother();
    } else {
      idle.beginAnew(); // Who may not look does not know that there is nothing.
    }
    return false;
  }

  private void hold(long taken) {
    if (epoch.isEmpty() || epoch.getAsLong() != taken) {
      log.info("relaying topic {}, epoch {}", settings.topic(), taken);
      takeovers++;
      idle.beginAnew();
      toldToWait = false;
    }
    epoch = OptionalLong.of(taken);
  }

  private void waitForAnother() {
    if (epoch.isPresent()) {
      lost();
    } else if (!toldToWait) {
      log.info("another relay of topic {} is active; waiting", settings.topic());
      toldToWait = true;
    }
  }

  private void lost() {
    log.warn(
        "another relay of topic {} has taken over: this one was silent for longer than --lease {};"
            + " what both sent meanwhile are repeats",
        settings.topic(),
        settings.lease());
    epoch = OptionalLong.empty();
    toldToWait = true;
  }

  /** Whether this relay had the lease when it asked last. */
  boolean isOurs() {
    return epoch.isPresent();
  }

  /** How often this relay has become the active one. */
  long takeovers() {
    return takeovers;
  }

  /** Gives the lease up at the end, so that another need not wait. */
  void release() {
    if (epoch.isPresent()) {
      try {
        database.<Void, RuntimeException>with(
            handle -> {
              lease.release(handle, epoch.getAsLong());
              return null;
            });
      } catch (JdbiException | ProgramException left) {
        log.debug("the lease was not given up; it ends by itself", left);
      }
    }
  }
}
