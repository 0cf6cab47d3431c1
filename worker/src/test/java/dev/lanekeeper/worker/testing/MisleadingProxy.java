package dev.lanekeeper.worker.testing;

import apache.rocketmq.v2.Address;
import apache.rocketmq.v2.AddressScheme;
import apache.rocketmq.v2.Broker;
import apache.rocketmq.v2.Code;
import apache.rocketmq.v2.Endpoints;
import apache.rocketmq.v2.MessageQueue;
import apache.rocketmq.v2.MessageType;
import apache.rocketmq.v2.MessagingServiceGrpc;
import apache.rocketmq.v2.Permission;
import apache.rocketmq.v2.QueryRouteRequest;
import apache.rocketmq.v2.QueryRouteResponse;
import apache.rocketmq.v2.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.rocketmq.shaded.grpc.netty.NettyServerBuilder;
import org.apache.rocketmq.shaded.io.grpc.Server;
import org.apache.rocketmq.shaded.io.grpc.stub.StreamObserver;

/**
 * Answers for a route alone, with one FIFO queue at another port of this machine: as a proxy does
 * that names an address which its clients cannot reach. Thread-safe.
 */
public final class MisleadingProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final int leadsTo;
  private final Server server;

  /** Listens on a free port. */
  public MisleadingProxy(int leadsTo) {
    this.leadsTo = leadsTo;
    try {
      this.server =
          NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .addService(new Routes())
              .build()
              .start();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public String endpoints() {
    return HOST + ":" + server.getPort();
  }

  public int leadsTo() {
    return leadsTo;
  }

  private final class Routes extends MessagingServiceGrpc.MessagingServiceImplBase {
    @Override
    public void queryRoute(QueryRouteRequest request, StreamObserver<QueryRouteResponse> observer) {
      Endpoints elsewhere =
          Endpoints.newBuilder()
              .setScheme(AddressScheme.IPv4)
              .addAddresses(Address.newBuilder().setHost(HOST).setPort(leadsTo))
              .build();
      MessageQueue queue =
          MessageQueue.newBuilder()
              .setTopic(request.getTopic())
              .setPermission(Permission.READ_WRITE)
              .setBroker(Broker.newBuilder().setName("broker").setEndpoints(elsewhere))
              .addAcceptMessageTypes(MessageType.FIFO)
              .build();
      observer.onNext(
          QueryRouteResponse.newBuilder()
              .setStatus(Status.newBuilder().setCode(Code.OK))
              .addMessageQueues(queue)
              .build());
      observer.onCompleted();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
