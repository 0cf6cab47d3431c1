package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.worker.doctor.Answer.Failed;
import java.util.List;
import java.util.stream.Stream;

/** Whether the proxy accepts the credentials, for the topic and for the group. */
final class CredentialsCheck implements Check {
  private final BrokerAnswers answers;
  private final Needs needs;
  private final boolean signs;

  /**
   * @param signs whether there are credentials
   */
  CredentialsCheck(BrokerAnswers answers, Needs needs, boolean signs) {
    this.answers = answers;
    this.needs = needs;
    this.signs = signs;
  }

  @Override
  public String name() {
    return "credentials";
  }

  @Override
  public List<Finding> examine() {
    List<Failed<?>> failures =
        Stream.<Answer<?>>of(answers.route(), answers.settings())
            .filter(Failed.class::isInstance)
            .<Failed<?>>map(answer -> (Failed<?>) answer)
            .toList();
    if (failures.stream().anyMatch(failed -> failed.kind() == ClientFailure.UNAUTHORIZED)) {
      return List.of(signs ? refused() : missing());
    }
    if (failures.stream().anyMatch(Failed::isOfTheWay)) {
      return List.of(Finding.notChecked(name(), "the proxy does not answer"));
    }
    return List.of(Finding.ok(name(), signs ? "not refused" : "none, and none are asked for"));
  }

  private Finding refused() {
    return Finding.error(
        name(),
        "the proxy refuses these credentials",
        "nothing can be received",
        "check LANEKEEPER_ACCESS_KEY and LANEKEEPER_SECRET_KEY; mqadmin updateAcl -n"
            + " NAMESERVER:9876 -c CLUSTER -s User:ACCESS_KEY -r Topic:%s,Group:%s -a Sub -d Allow"
                .formatted(needs.topic(), needs.consumerGroup()));
  }

  private Finding missing() {
    return Finding.error(
        name(),
        "the proxy asks for credentials, and there are none",
        "nothing can be received",
        "set LANEKEEPER_ACCESS_KEY and LANEKEEPER_SECRET_KEY");
  }
}
