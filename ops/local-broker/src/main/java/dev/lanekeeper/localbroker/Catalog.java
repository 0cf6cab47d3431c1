package dev.lanekeeper.localbroker;

import java.util.HashMap;
import java.util.OptionalInt;
import org.apache.rocketmq.broker.BrokerController;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.remoting.protocol.subscription.CustomizedRetryPolicy;
import org.apache.rocketmq.remoting.protocol.subscription.GroupRetryPolicy;
import org.apache.rocketmq.remoting.protocol.subscription.GroupRetryPolicyType;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;

/**
 * The broker's topics and consumer groups. A change returns when the proxy serves it, so that a
 * client can be started at once.
 */
final class Catalog {
  private static final long[] BACK_OFF_MILLIS = {1_000, 2_000, 5_000};
  private static final String MESSAGE_TYPE = "message.type";
  private final BrokerController broker;
  private final ServedRoutes served;

  Catalog(BrokerController broker, ServedRoutes served) {
    this.broker = broker;
    this.served = served;
  }

  /** Creates a topic, or finds it as described. */
  TopicSpec create(TopicSpec topic) throws RefusedException, InterruptedException {
    TopicConfig present = broker.getTopicConfigManager().selectTopicConfig(topic.name());
    if (present == null) {
      put(topic);
    } else if (!topic.equals(describe(present))) {
      throw new RefusedException(
          ExitStatus.USAGE,
          "topic %s is already there with queues=%d type=%s: ask for that, change it with \"queues %s N\", or take another name"
              .formatted(
                  topic.name(),
                  describe(present).queues(),
                  describe(present).type(),
                  topic.name()));
    }
    served.await(topic);
    return topic;
  }

  OptionalInt queues(String topic) {
    TopicConfig present = broker.getTopicConfigManager().selectTopicConfig(topic);
    return present == null ? OptionalInt.empty() : OptionalInt.of(present.getWriteQueueNums());
  }

  /** Changes the number of queues of a topic that may be in use. */
  TopicSpec resize(String name, int queues) throws RefusedException, InterruptedException {
    TopicSpec topic = new TopicSpec(name, queues, describe(require(name)).type());
    put(topic);
    served.await(topic);
    return topic;
  }

  private void put(TopicSpec topic) {
    TopicConfig config = new TopicConfig(topic.name(), topic.queues(), topic.queues());
    config.setAttributes(new HashMap<>());
    config.getAttributes().put("+" + MESSAGE_TYPE, topic.type().name());
    broker.getTopicConfigManager().updateTopicConfig(config);
    broker.registerIncrementBrokerData(config, broker.getTopicConfigManager().getDataVersion());
  }

  private TopicConfig require(String name) throws RefusedException {
    TopicConfig config = broker.getTopicConfigManager().selectTopicConfig(name);
    if (config == null) {
      throw new RefusedException(
          ExitStatus.USAGE,
          "topic %s is not there: create it with \"topic %s\"".formatted(name, name));
    }
    return config;
  }

  private static TopicSpec describe(TopicConfig config) {
    return new TopicSpec(
        config.getTopicName(),
        config.getWriteQueueNums(),
        TopicType.valueOf(
            config.getAttributes().getOrDefault(MESSAGE_TYPE, TopicType.NORMAL.name())));
  }

  /** Creates a consumer group, or changes the one that is there. */
  GroupSpec create(GroupSpec group) throws RefusedException, InterruptedException {
    SubscriptionGroupConfig config = new SubscriptionGroupConfig();
    config.setGroupName(group.name());
    config.setConsumeMessageOrderly(group.orderly());
    config.setRetryMaxTimes(group.retries());
    GroupRetryPolicy policy = new GroupRetryPolicy();
    policy.setType(GroupRetryPolicyType.CUSTOMIZED);
    policy.setCustomizedRetryPolicy(new CustomizedRetryPolicy(BACK_OFF_MILLIS));
    config.setGroupRetryPolicy(policy);
    broker.getSubscriptionGroupManager().updateSubscriptionGroupConfig(config);
    served.await(group);
    return group;
  }

  /**
   * How many messages of a topic a group has not yet acknowledged, those in a consumer's hands
   * among them.
   */
  long lag(String group, String topic) throws Exception {
    if (broker.getSubscriptionGroupManager().getSubscriptionGroupTable().get(group) == null) {
      throw new RefusedException(
          ExitStatus.USAGE,
          "group %s is not there: create it with \"group %s\"".formatted(group, group));
    }
    int queues = require(topic).getReadQueueNums();
    long lag = 0;
    for (int queue = 0; queue < queues; queue++) {
      long sent = Math.max(0, broker.getMessageStore().getMaxOffsetInQueue(topic, queue));
      long acknowledged =
          Math.max(0, broker.getConsumerOffsetManager().queryOffset(group, topic, queue));
      lag += sent - acknowledged;
    }
    return lag;
  }

  /**
   * Lets the NameServer name another port of this machine as the broker's, so that whatever listens
   * there stands between proxies and broker. The broker goes on listening where it did.
   */
  int announce(int port) {
    broker.getNettyServerConfig().setListenPort(port);
    broker.registerBrokerAll(true, false, true);
    return port;
  }
}
