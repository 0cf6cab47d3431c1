package dev.lanekeeper.localbroker;

import java.io.Closeable;
import org.apache.rocketmq.proxy.config.ConfigurationManager;
import org.apache.rocketmq.proxy.config.ProxyConfig;
import org.apache.rocketmq.proxy.grpc.v2.GrpcMessagingApplication;
import org.apache.rocketmq.proxy.metrics.ProxyMetricsManager;
import org.apache.rocketmq.proxy.processor.DefaultMessagingProcessor;
import org.apache.rocketmq.proxy.processor.MessagingProcessor;

/** The running proxy; of RocketMQ's two protocols it speaks gRPC only. */
final class Proxy implements Closeable {
  private final DefaultMessagingProcessor processor;
  private final GrpcEndpoint endpoint;

  private Proxy(DefaultMessagingProcessor processor, GrpcEndpoint endpoint) {
    this.processor = processor;
    this.endpoint = endpoint;
  }

  static Proxy start(DataFolder folder, Ports ports, Broker broker, ProxyWishes wishes)
      throws Exception {
    ProxySettings.load(folder, ports, wishes);
    DefaultMessagingProcessor processor = processor(wishes.mode(), broker);
    processor.start();
    GrpcMessagingApplication application = GrpcMessagingApplication.create(processor);
    application.start();
    return new Proxy(processor, GrpcEndpoint.start(application, ports));
  }

  private static DefaultMessagingProcessor processor(ProxyMode mode, Broker broker) {
    ProxyConfig config = ConfigurationManager.getProxyConfig();
    return switch (mode) {
      case CLUSTER -> {
        ProxyMetricsManager.initClusterMode(config);
        yield DefaultMessagingProcessor.createForClusterMode();
      }
      case LOCAL -> {
        ProxyMetricsManager.initLocalMode(broker.controller().getBrokerMetricsManager(), config);
        yield DefaultMessagingProcessor.createForLocalMode(broker.controller());
      }
    };
  }

  MessagingProcessor processor() {
    return processor;
  }

  /**
   * Lets no more calls in. The rest has nothing to keep, takes ten seconds to stop, and ends with
   * the process.
   */
  @Override
  public void close() {
    endpoint.close();
  }
}
