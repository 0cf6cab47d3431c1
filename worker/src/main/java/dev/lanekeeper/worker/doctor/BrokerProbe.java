package dev.lanekeeper.worker.doctor;

import apache.rocketmq.v2.AddressScheme;
import apache.rocketmq.v2.ClientType;
import apache.rocketmq.v2.Code;
import apache.rocketmq.v2.FilterExpression;
import apache.rocketmq.v2.FilterType;
import apache.rocketmq.v2.MessageQueue;
import apache.rocketmq.v2.NotifyClientTerminationRequest;
import apache.rocketmq.v2.Permission;
import apache.rocketmq.v2.QueryRouteRequest;
import apache.rocketmq.v2.QueryRouteResponse;
import apache.rocketmq.v2.Resource;
import apache.rocketmq.v2.Settings;
import apache.rocketmq.v2.Status;
import apache.rocketmq.v2.Subscription;
import apache.rocketmq.v2.SubscriptionEntry;
import apache.rocketmq.v2.TelemetryCommand;
import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.ClientFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.java.misc.ClientId;
import org.apache.rocketmq.client.java.route.Endpoints;
import org.apache.rocketmq.client.java.rpc.RpcClient;
import org.apache.rocketmq.client.java.rpc.RpcClientImpl;
import org.apache.rocketmq.client.java.rpc.Signature;
import org.apache.rocketmq.shaded.com.google.protobuf.util.Durations;
import org.apache.rocketmq.shaded.io.grpc.stub.StreamObserver;

/**
 * Asks a proxy the two questions that the client asks when it starts, with the client's own
 * connection and signature, and tells what the client keeps to itself: {@code
 * SimpleSubscriptionSettings} drops the group's FIFO flag (rocketmq-client-java 5.2.0). Nothing is
 * received. Thread-safe; every question has a deadline.
 */
final class BrokerProbe {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final ClientConfiguration configuration;
  private final Duration timeout;
  private final ClientId clientId = new ClientId();

  /**
   * @param configuration how to reach a proxy, and the credentials
   * @param timeout how long an answer may take
   */
  BrokerProbe(ClientConfiguration configuration, Duration timeout) {
    this.configuration = configuration;
    this.timeout = timeout;
  }

  Answer<TopicRoute> route(String address, String topic) {
    return ask(address, client -> route(client, new Endpoints(address), topic));
  }

  Answer<GroupSettings> settings(String address, String topic, String group) {
    return ask(address, client -> settings(client, topic, group));
  }

  private TopicRoute route(RpcClient client, Endpoints endpoints, String topic) throws Exception {
    QueryRouteRequest request =
        QueryRouteRequest.newBuilder()
            .setTopic(resource(topic))
            .setEndpoints(endpoints.toProtobuf())
            .build();
    QueryRouteResponse response =
        client
            .queryRoute(
                Signature.sign(configuration, clientId), request, DirectExecutor::run, timeout)
            .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    require(response.getStatus());
    List<MessageQueue> readable =
        response.getMessageQueuesList().stream().filter(BrokerProbe::isReadable).toList();
    TreeSet<String> types = new TreeSet<>();
    response.getMessageQueuesList().stream()
        .flatMap(queue -> queue.getAcceptMessageTypesList().stream())
        .forEach(type -> types.add(type.name()));
    String leadsTo =
        readable.stream()
            .findFirst()
            .map(queue -> text(queue.getBroker().getEndpoints()))
            .orElse(text(endpoints.toProtobuf()));
    return new TopicRoute(readable.size(), types, leadsTo);
  }

  /** In the spelling of {@code --endpoints}. */
  private static String text(apache.rocketmq.v2.Endpoints endpoints) {
    boolean brackets = endpoints.getScheme() == AddressScheme.IPv6;
    return endpoints.getAddressesList().stream()
        .map(at -> (brackets ? "[" + at.getHost() + "]" : at.getHost()) + ":" + at.getPort())
        .collect(Collectors.joining(";"));
  }

  private static boolean isReadable(MessageQueue queue) {
    return queue.getPermission() == Permission.READ
        || queue.getPermission() == Permission.READ_WRITE;
  }

  private GroupSettings settings(RpcClient client, String topic, String group) throws Exception {
    SettingsObserver observer = new SettingsObserver();
    StreamObserver<TelemetryCommand> stream =
        client.telemetry(
            Signature.sign(configuration, clientId), DirectExecutor::run, timeout, observer);
    stream.onNext(TelemetryCommand.newBuilder().setSettings(wish(topic, group)).build());
    Settings settings = observer.settings.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    stream.onCompleted();
    client.notifyClientTermination(
        Signature.sign(configuration, clientId),
        NotifyClientTerminationRequest.newBuilder().setGroup(resource(group)).build(),
        DirectExecutor::run,
        timeout);
    return new GroupSettings(
        settings.getSubscription().getFifo(), settings.getBackoffPolicy().getMaxAttempts() - 1);
  }

  /** What a worker's SimpleConsumer sends; another subscription would replace the worker's. */
  private Settings wish(String topic, String group) {
    SubscriptionEntry everything =
        SubscriptionEntry.newBuilder()
            .setTopic(resource(topic))
            .setExpression(
                FilterExpression.newBuilder().setType(FilterType.TAG).setExpression("*").build())
            .build();
    return Settings.newBuilder()
        .setClientType(ClientType.SIMPLE_CONSUMER)
        .setRequestTimeout(Durations.fromMillis(timeout.toMillis()))
        .setSubscription(
            Subscription.newBuilder().setGroup(resource(group)).addSubscriptions(everything))
        .build();
  }

  private Resource resource(String name) {
    return Resource.newBuilder()
        .setResourceNamespace(configuration.getNamespace())
        .setName(name)
        .build();
  }

  private <T> Answer<T> ask(String address, Question<T> question) {
    try {
      RpcClient client = new RpcClientImpl(new Endpoints(address), configuration.isSslEnabled());
      try {
        return new Answer.Given<>(question.put(client));
      } finally {
        BoundedClose.close(client::shutdown, CLOSE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new Answer.Failed<>(ClientFailure.UNKNOWN, "interrupted");
    } catch (Exception failure) { // The client declares nothing narrower.
      return new Answer.Failed<>(ClientFailure.of(failure), reason(failure));
    }
  }

  private static void require(Status status) throws ClientException {
    if (status.getCode() != Code.OK) {
      throw new ClientException(status.getCodeValue(), "", status.getMessage());
    }
  }

  private static String reason(Exception failure) {
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return Optional.ofNullable(root.getMessage())
        .flatMap(message -> message.lines().findFirst())
        .orElse(root.getClass().getSimpleName());
  }

  /** A question to a proxy. */
  private interface Question<T> {
    T put(RpcClient client) throws Exception;
  }

  /** The callbacks do so little that they may run in the connection's thread. */
  private static final class DirectExecutor {
    static void run(Runnable task) {
      task.run();
    }
  }

  /** Waits for the proxy's settings. */
  private static final class SettingsObserver implements StreamObserver<TelemetryCommand> {
    private final CompletableFuture<Settings> settings = new CompletableFuture<>();

    @Override
    public void onNext(TelemetryCommand command) {
      if (command.hasSettings()) {
        settings.complete(command.getSettings());
      } else if (command.hasStatus() && command.getStatus().getCode() != Code.OK) {
        Status status = command.getStatus();
        settings.completeExceptionally(
            new ClientException(status.getCodeValue(), "", status.getMessage()));
      }
    }

    @Override
    public void onError(Throwable failure) {
      settings.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      settings.completeExceptionally(new ClientException("stream is already completed"));
    }
  }
}
