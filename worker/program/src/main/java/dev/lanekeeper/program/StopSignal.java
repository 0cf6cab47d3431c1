package dev.lanekeeper.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/**
 * The wish to stop: by SIGTERM or SIGINT, or from within. A second signal ends the process at once,
 * which a shutdown hook could not see, hence the signal handlers. Thread-safe.
 */
public final class StopSignal {
  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);
  private static final int ENDED_BY_SIGNAL = 128;

  private final CountDownLatch wished = new CountDownLatch(1);
  private volatile boolean signalled;
  private volatile boolean failed;

  /** Listens to the signals of the operating system from now on. */
  public void install() {
    Signal.handle(new Signal("TERM"), this::signal);
    Signal.handle(new Signal("INT"), this::signal);
  }

  private synchronized void signal(Signal signal) {
    if (signalled) {
      log.warn("second signal: ending at once; what is in work is cut off");
      Runtime.getRuntime().halt(ENDED_BY_SIGNAL + signal.getNumber());
    }
    signalled = true;
    log.info("SIG{}: finishing what is in work, then ending", signal.getName());
    wished.countDown();
  }

  /** Asks for the end. */
  public void stop() {
    wished.countDown();
  }

  /** Asks for the end because something failed that nothing may survive. */
  public void fail(Throwable failure) {
    failed = true;
    log.error("ending, since the program is not sound any more", failure);
    wished.countDown();
  }

  public boolean isWished() {
    return wished.getCount() == 0;
  }

  public boolean hasFailed() {
    return failed;
  }

  /** Waits, and returns whether the end is wished. */
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return wished.await(time, unit);
  }
}
