package dev.lanekeeper.worker.fault;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kills its own process with SIGKILL when a step is passed, for tests of what a crash leaves
 * behind: {@code -Dlanekeeper.fault=committed:2} at the second passing of {@link Step#COMMITTED}.
 * Without the system property every passing is one comparison with null. The thread that passes
 * goes no further; others may, for the milliseconds until the signal arrives, as they may in a real
 * crash. Thread-safe.
 */
public final class FaultPoints {
  /** The system property that names a step and, after a colon, which passing of it is the last. */
  public static final String PROPERTY = "lanekeeper.fault";

  /** Kills nothing. */
  public static final FaultPoints NONE = new FaultPoints(null, 0);

  private static final Logger log = LoggerFactory.getLogger(FaultPoints.class);
  private static final Pattern SETTING = Pattern.compile("([a-z-]+)(?::([1-9][0-9]{0,8}))?");
  private static final int KILLED = 137;

  private final @Nullable Step deadly;
  private final AtomicInteger left;

  private FaultPoints(@Nullable Step deadly, int passings) {
    this.deadly = deadly;
    this.left = new AtomicInteger(passings);
  }

  /**
   * The fault point that this process is told of.
   *
   * @throws ProgramException when the property names no step
   */
  public static FaultPoints ofThisProcess() {
    String setting = System.getProperty(PROPERTY);
    if (setting == null) {
      return NONE;
    }
    FaultPoints points = of(setting);
    log.warn("this process kills itself at {}, for a test: -D{}", setting, PROPERTY);
    return points;
  }

  static FaultPoints of(String setting) {
    Matcher matcher = SETTING.matcher(setting);
    String label = matcher.matches() ? matcher.group(1) : "";
    Step step = Step.of(label).orElseThrow(() -> unknown(setting));
    return new FaultPoints(step, matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2)));
  }

  private static ProgramException unknown(String setting) {
    return new ProgramException(
        ExitCode.USAGE,
        "-D%s=%s: write STEP or STEP:N, with N from 1 and a step of %s"
            .formatted(PROPERTY, setting, String.join(", ", Step.labels())));
  }

  /** Tells that a step was taken. Does not return when the process has to die there. */
  public void passed(Step step) {
    if (step == deadly && left.decrementAndGet() == 0) {
      die();
    }
  }

  private static void die() {
    String self = String.valueOf(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("kill", "-KILL", self).inheritIO().start();
    } catch (IOException noSuchCommand) {
      Runtime.getRuntime().halt(KILLED);
    }
    while (true) {
      LockSupport.park();
    }
  }
}
