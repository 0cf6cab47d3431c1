package dev.lanekeeper.worker.doctor;

/**
 * RocketMQ's command line, as findings name it. NAMESERVER, CLUSTER and BROKER stand for what a
 * gRPC client is not told. Each command was run against RocketMQ 5.5.0.
 */
final class Mqadmin {
  /** What lets no group ever run out of deliveries; see {@link RetriesCheck}. */
  static final int RETRIES = 10_000;

  private static final String CLUSTER = " -n NAMESERVER:9876 -c CLUSTER";

  private Mqadmin() {}

  static String fifoTopic(String topic) {
    return "mqadmin updateTopic" + CLUSTER + " -t " + topic + " -a +message.type=FIFO";
  }

  static String orderlyGroup(String group) {
    return "mqadmin updateSubGroup" + CLUSTER + " -g " + group + " -o true -r " + RETRIES;
  }

  static String progress(String group, String topic) {
    return "mqadmin consumerProgress -n NAMESERVER:9876 -g " + group + " -t " + topic;
  }

  static String fromTheBeginning(String group, String topic) {
    return "mqadmin resetOffsetByTime -n NAMESERVER:9876 -g " + group + " -t " + topic + " -s 0";
  }

  static String brokerSettings() {
    return "mqadmin getBrokerConfig -n NAMESERVER:9876 -c CLUSTER";
  }

  static String versions() {
    return "mqadmin clusterList -n NAMESERVER:9876";
  }
}
