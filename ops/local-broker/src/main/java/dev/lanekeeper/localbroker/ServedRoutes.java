package dev.lanekeeper.localbroker;

import com.google.common.net.HostAndPort;
import java.time.Duration;
import java.util.List;
import org.apache.rocketmq.proxy.common.Address;
import org.apache.rocketmq.proxy.common.ProxyContext;
import org.apache.rocketmq.proxy.processor.MessagingProcessor;
import org.apache.rocketmq.remoting.protocol.route.QueueData;
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig;

/**
 * What the proxy answers to clients that ask for a topic's route or a group's settings, from the
 * same caches. It lags behind the broker by the caches' refresh interval.
 */
final class ServedRoutes {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private final MessagingProcessor proxy;
  private final Ports ports;

  ServedRoutes(MessagingProcessor proxy, Ports ports) {
    this.proxy = proxy;
    this.ports = ports;
  }

  void await(TopicSpec topic) throws RefusedException, InterruptedException {
    await("topic " + topic.name(), () -> serves(topic));
  }

  void await(GroupSpec group) throws RefusedException, InterruptedException {
    await("group " + group.name(), () -> serves(group));
  }

  private boolean serves(TopicSpec topic) throws Exception {
    ProxyContext context = context();
    List<QueueData> queues =
        proxy
            .getTopicRouteDataForProxy(
                context,
                List.of(new Address(HostAndPort.fromString(ports.endpoints()))),
                topic.name())
            .getQueueDatas();
    return queues.size() == 1
        && queues.get(0).getReadQueueNums() == topic.queues()
        && queues.get(0).getWriteQueueNums() == topic.queues()
        && proxy
            .getMetadataService()
            .getTopicMessageType(context, topic.name())
            .getValue()
            .equals(topic.type().name());
  }

  private boolean serves(GroupSpec group) {
    SubscriptionGroupConfig config = proxy.getSubscriptionGroupConfig(context(), group.name());
    return config != null
        && config.isConsumeMessageOrderly() == group.orderly()
        && config.getRetryMaxTimes() == group.retries();
  }

  private static ProxyContext context() {
    return ProxyContext.createForInner(ServedRoutes.class);
  }

  private static void await(String what, Poll.Question served)
      throws RefusedException, InterruptedException {
    if (!Poll.until(PATIENCE, served)) {
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "%s is created, but the proxy does not serve it after %d s: see the logs in the data folder"
              .formatted(what, PATIENCE.toSeconds()));
    }
  }
}
