package dev.lanekeeper.localbroker;

import java.net.BindException;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever ended the process into one line on standard error and an exit status. */
final class Failures {
  private Failures() {}

  static int report(Exception failure) {
    if (failure instanceof RefusedException refused) {
      System.err.println("local-broker: " + refused.getMessage());
      return refused.exitStatus();
    }
    if (causes(failure).anyMatch(BindException.class::isInstance)) {
      System.err.println(
          "local-broker: a port was taken while the servers started (%s): start again"
              .formatted(failure.getMessage()));
      return ExitStatus.UNAVAILABLE;
    }
    System.err.println("local-broker: this is a bug, please report it with what follows");
    failure.printStackTrace();
    return ExitStatus.BUG;
  }

  static int reportUsage(ParameterException failure) {
    String hint =
        failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()
            ? "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?"
            : "";
    System.err.println(
        "local-broker: " + failure.getMessage() + hint + " (--help lists the flags)");
    return ExitStatus.USAGE;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
  }
}
