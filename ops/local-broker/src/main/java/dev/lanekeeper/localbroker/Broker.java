package dev.lanekeeper.localbroker;

import java.io.Closeable;
import java.time.Duration;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;

/** The running broker. */
final class Broker implements Closeable {
  private static final Duration REGISTRATION = Duration.ofSeconds(20);
  private final BrokerController controller;

  private Broker(BrokerController controller) {
    this.controller = controller;
  }

  static Broker start(DataFolder folder, Ports ports, NameServer nameServer, ProxyWishes wishes)
      throws Exception {
    BrokerController controller =
        new BrokerController(
            BrokerSettings.broker(ports, wishes.deadClientTimeout()),
            Network.server(ports.broker()),
            Network.client(),
            BrokerSettings.store(folder),
            BrokerSettings.auth(folder, wishes.credentials()));
    if (!controller.initialize()) {
      throw new RefusedException(
          ExitStatus.IO,
          "the broker cannot load what is in %s: see %s, or remove the folder to start afresh"
              .formatted(folder.store(), folder.logs()));
    }
    NeverFull.install(controller.getMessageStore());
    controller.start();
    createHeartbeatGroup(controller);
    register(controller, nameServer);
    return new Broker(controller);
  }

  /**
   * The group in which proxies tell one another of their clients; nobody creates it once groups
   * must be created.
   */
  private static void createHeartbeatGroup(BrokerController controller) {
    SubscriptionGroupConfig group = new SubscriptionGroupConfig();
    group.setGroupName("CID_DefaultHeartBeatSyncerTopic");
    controller.getSubscriptionGroupManager().updateSubscriptionGroupConfig(group);
  }

  /**
   * RocketMQ registers at start, but does nothing, in silence, while its connection to the
   * NameServer is not up yet.
   */
  private static void register(BrokerController controller, NameServer nameServer)
      throws RefusedException, InterruptedException {
    boolean registered =
        Poll.until(
            REGISTRATION,
            () -> {
              if (!nameServer.knows(BrokerSettings.CLUSTER_NAME)) {
                controller.registerBrokerAll(true, false, true);
              }
              return nameServer.knows(BrokerSettings.CLUSTER_NAME);
            });
    if (!registered) {
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "the broker could not register with the NameServer within %d s: see the logs in the data folder"
              .formatted(REGISTRATION.toSeconds()));
    }
  }

  BrokerController controller() {
    return controller;
  }

  /**
   * Writes down what there is to keep. RocketMQ's own shutdown also waits, one after the other, for
   * each thread that keeps nothing, ten seconds in all; those end with the process.
   */
  @Override
  public void close() {
    controller.getConsumerOffsetManager().persist();
    controller.getConsumerOrderInfoManager().persist();
    controller.getScheduleMessageService().persist();
    controller.getTimerMessageStore().shutdown();
    controller.getMessageStore().shutdown();
  }
}
