package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.worker.group.GroupKey;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One message group; a picocli mixin. */
final class Target {
  @Mixin private Session session = new Session();

  @Parameters(paramLabel = "GROUP", description = "The message group, for a ledger the order id.")
  private String name = "";

  Session session() {
    return session;
  }

  String name() {
    return name;
  }

  GroupKey key() {
    return new GroupKey(session.consumerGroup(), session.topic(), name);
  }
}
