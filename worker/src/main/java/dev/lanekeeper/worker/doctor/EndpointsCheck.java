package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.worker.doctor.Answer.Failed;
import java.util.List;

/** Whether every proxy can be reached, and encrypts as the worker does. */
final class EndpointsCheck implements Check {
  private final BrokerAnswers answers;
  private final boolean tls;

  EndpointsCheck(BrokerAnswers answers, boolean tls) {
    this.answers = answers;
    this.tls = tls;
  }

  @Override
  public String name() {
    return "endpoints";
  }

  @Override
  public List<Finding> examine() {
    boolean oneAnswers = answers.routes().stream().anyMatch(at -> !BrokerAnswers.isOfTheWay(at));
    return answers.routes().stream().map(at -> examine(at, oneAnswers)).toList();
  }

  private Finding examine(BrokerAnswers.AtAddress at, boolean oneAnswers) {
    if (!(at.route() instanceof Failed<TopicRoute> failed) || !failed.isOfTheWay()) {
      return Finding.ok(
          name(),
          "%s answers, %s"
              .formatted(
                  at.address(),
                  tls ? "with TLS, whose certificate is not checked" : "without TLS"));
    }
    if (failed.kind() == ClientFailure.TLS_MISMATCH) {
      return tls
          ? Finding.error(
              name(),
              "TLS is on, but %s does not speak it".formatted(at.address()),
              "nothing can be received",
              "--no-tls")
          : Finding.error(
              name(),
              "TLS is off, but %s asks for it, or is no gRPC port".formatted(at.address()),
              "nothing can be received",
              "--tls, or --endpoints HOST:8081");
    }
    String what = "no RocketMQ proxy at %s (%s)".formatted(at.address(), failed.reason());
    String mend = "start the proxy, or check --endpoints and --tls";
    return oneAnswers
        ? Finding.warning(name(), what, "the others carry its load", mend)
        : Finding.unreachable(name(), what, "nothing can be received", mend);
  }
}
