package dev.lanekeeper.localbroker;

import org.apache.rocketmq.proxy.config.ConfigurationManager;
import org.apache.rocketmq.proxy.config.ProxyConfig;
import org.apache.rocketmq.proxy.grpc.v2.GrpcMessagingApplication;
import org.apache.rocketmq.proxy.metrics.ProxyMetricsManager;
import org.apache.rocketmq.proxy.processor.DefaultMessagingProcessor;
import org.apache.rocketmq.proxy.processor.MessagingProcessor;

/** The running proxy; of RocketMQ's two protocols it speaks gRPC only. */
final class Proxy implements AutoCloseable {
  private final DefaultMessagingProcessor processor;
  private final GrpcMessagingApplication application;
  private final GrpcEndpoint endpoint;

  private Proxy(
      DefaultMessagingProcessor processor,
      GrpcMessagingApplication application,
      GrpcEndpoint endpoint) {
    this.processor = processor;
    this.application = application;
    this.endpoint = endpoint;
  }

  static Proxy start(DataFolder folder, Ports ports, ProxyMode mode, Broker broker)
      throws Exception {
    ProxySettings.load(folder, ports, mode);
    DefaultMessagingProcessor processor = processor(mode, broker);
    processor.start();
    GrpcMessagingApplication application = GrpcMessagingApplication.create(processor);
    application.start();
    return new Proxy(processor, application, GrpcEndpoint.start(application, ports));
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

  @Override
  public void close() throws Exception {
    endpoint.close();
    application.shutdown();
    processor.shutdown();
  }
}
