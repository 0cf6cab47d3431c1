package dev.lanekeeper.localbroker;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.proxy.config.ConfigurationManager;
import org.apache.rocketmq.proxy.config.ProxyConfig;
import org.apache.rocketmq.proxy.grpc.ProxyAndTlsProtocolNegotiator;
import org.apache.rocketmq.proxy.grpc.interceptor.ContextInterceptor;
import org.apache.rocketmq.proxy.grpc.interceptor.GlobalExceptionInterceptor;
import org.apache.rocketmq.proxy.grpc.interceptor.HeaderInterceptor;

/**
 * The proxy's gRPC port. RocketMQ's own builder listens on all interfaces; this one differs from it
 * in that only.
 */
final class GrpcEndpoint implements Closeable {
  private static final long SHUTDOWN_SECONDS = 1;
  private final Server server;
  private final ExecutorService threads;

  private GrpcEndpoint(Server server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  static GrpcEndpoint start(BindableService service, Ports ports) throws IOException {
    ProxyConfig config = ConfigurationManager.getProxyConfig();
    ExecutorService threads = Executors.newFixedThreadPool(config.getGrpcThreadPoolNums());
    Server server =
        NettyServerBuilder.forAddress(Ports.loopback(ports.grpc()))
            .protocolNegotiator(new ProxyAndTlsProtocolNegotiator())
            .executor(threads)
            .maxInboundMessageSize(config.getGrpcMaxInboundMessageSize())
            .maxConnectionIdle(config.getGrpcClientIdleTimeMills(), TimeUnit.MILLISECONDS)
            .addService(service)
            .intercept(new GlobalExceptionInterceptor())
            .intercept(new ContextInterceptor())
            .intercept(new HeaderInterceptor())
            .build()
            .start();
    return new GrpcEndpoint(server, threads);
  }

  /** Gives calls in progress a moment; a consumer's long poll may take longer and is cut. */
  @Override
  public void close() {
    server.shutdown();
    try {
      server.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.shutdownNow();
    threads.shutdown();
  }
}
