package dev.lanekeeper.program.broker;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts a RocketMQ client, or says in one line why it did not start and what to do. Immutable and
 * thread-safe.
 *
 * @param endpoints where the client looks for the proxy
 * @param tls whether it encrypts
 * @param signs whether it has credentials
 * @param topic what it sends to or receives from
 * @param consumerGroup for whom it receives; empty for a producer
 * @param deadline how long a start may take
 */
public record ClientStart(
    Endpoints endpoints,
    boolean tls,
    boolean signs,
    String topic,
    Optional<String> consumerGroup,
    Duration deadline) {

  /** The client asks for the route, then for the settings, and waits 3 s longer for these. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final Duration LATE_CLOSE = Duration.ofSeconds(40);

  public static ClientStart ofProducer(BrokerOptions broker, String topic) {
    return of(broker, topic, Optional.empty());
  }

  public static ClientStart ofConsumer(BrokerOptions broker, String topic, String consumerGroup) {
    return of(broker, topic, Optional.of(consumerGroup));
  }

  private static ClientStart of(BrokerOptions broker, String topic, Optional<String> group) {
    return new ClientStart(
        broker.endpoints(),
        broker.tls(),
        BrokerOptions.haveCredentials(),
        topic,
        group,
        broker.requestTimeout().multipliedBy(2).plus(MARGIN));
  }

  /**
   * Builds the client, in a thread of its own, since the client's clean-up after a failed start can
   * hang for ever. One that starts after all, when nobody waits for it any more, is closed: it
   * would go on receiving.
   *
   * @param build the call of a client builder's {@code build()}; its configuration is that of
   *     {@link BrokerOptions#clientConfiguration}
   * @throws ProgramException when the client does not start in time
   */
  public <T> T start(Callable<T> build) {
    CompletableFuture<T> client = new CompletableFuture<>();
    Thread thread = new Thread(() -> build(build, client), "rocketmq-client-start");
    thread.setDaemon(true);
    thread.start();
    try {
      return client.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw explain(failed.getCause() == null ? failed : failed.getCause());
    } catch (TimeoutException late) {
      client.thenAccept(ClientStart::closeLate);
      throw explain(late);
    } catch (InterruptedException interrupted) {
      client.thenAccept(ClientStart::closeLate);
      Thread.currentThread().interrupt();
      throw new ProgramException(ExitCode.TEMPORARY, "interrupted while connecting", interrupted);
    }
  }

  private static <T> void build(Callable<T> build, CompletableFuture<T> client) {
    try {
      client.complete(build.call());
    } catch (Throwable failure) {
      client.completeExceptionally(failure);
    }
  }

  private static void closeLate(Object client) {
    if (client instanceof AutoCloseable closeable) {
      BoundedClose.close(closeable, LATE_CLOSE);
    }
  }

  /** Says what a client's failure means here; for failures after the start too. */
  public ProgramException explain(Throwable failure) {
    return switch (ClientFailure.of(failure)) {
      case TOPIC_NOT_FOUND ->
          configuration(
              "topic '%s' does not exist at %s; create it: %s"
                  .formatted(topic, endpoints, createTopic()),
              failure);
      case TOPIC_TYPE_MISMATCH ->
          configuration(
              "topic '%s' does not take FIFO messages; make it a FIFO topic: %s"
                  .formatted(topic, createTopic()),
              failure);
      case CONSUMER_GROUP_NOT_FOUND, STREAM_COMPLETED -> consumerGroupMissing(failure);
      case TLS_MISMATCH ->
          configuration(
              tls
                  ? "TLS is on, but %s does not speak it; use --no-tls".formatted(endpoints)
                  : "TLS is off, but %s asks for it; use --tls".formatted(endpoints),
              failure);
      case UNAUTHORIZED -> unauthorized(failure);
      case REFUSED -> configuration("RocketMQ refuses: " + reason(failure), failure);
      case UNKNOWN_HOST -> unavailable("the host is unknown", failure);
      case UNREACHABLE -> unavailable(reason(failure), failure);
      case TIMED_OUT -> unavailable("no answer in time", failure);
      case OVERLOADED -> unavailable("it is overloaded", failure);
      case BROKER_ERROR -> unavailable("the broker failed: " + reason(failure), failure);
      case UNKNOWN -> unavailable("the client failed: " + reason(failure), failure);
    };
  }

  private ProgramException unauthorized(Throwable failure) {
    if (!signs) {
      return configuration(
          "%s asks for credentials, and there are none; set LANEKEEPER_ACCESS_KEY and LANEKEEPER_SECRET_KEY"
              .formatted(endpoints),
          failure);
    }
    return configuration(
        "%s refuses these credentials; check LANEKEEPER_ACCESS_KEY, LANEKEEPER_SECRET_KEY and the user's rights on topic '%s'%s"
            .formatted(
                endpoints,
                topic,
                consumerGroup.map(" and consumer group '%s'"::formatted).orElse("")),
        failure);
  }

  private ProgramException consumerGroupMissing(Throwable failure) {
    if (consumerGroup.isEmpty()) {
      return unavailable("the proxy closed the stream", failure);
    }
    String group = consumerGroup.get();
    return configuration(
        ("consumer group '%s' probably does not exist at %s, so the proxy refuses its settings;"
                + " create it, orderly: mqadmin updateSubGroup -n NAMESERVER:9876 -c CLUSTER -g %s"
                + " -o true -r 10000")
            .formatted(group, endpoints, group),
        failure);
  }

  private String createTopic() {
    return "mqadmin updateTopic -n NAMESERVER:9876 -c CLUSTER -t %s -a +message.type=FIFO"
        .formatted(topic);
  }

  private ProgramException unavailable(String reason, Throwable failure) {
    return new ProgramException(
        ExitCode.UNAVAILABLE,
        "no RocketMQ proxy at %s (%s); is the proxy running? check --endpoints, --tls"
            .formatted(endpoints, reason),
        failure);
  }

  private static ProgramException configuration(String message, Throwable failure) {
    return new ProgramException(ExitCode.CONFIGURATION, message, failure);
  }

  /** The innermost message, on one line, which is the one nearest to what happened. */
  private static String reason(Throwable failure) {
    List<Throwable> parts = FailureParts.of(failure);
    for (int i = parts.size() - 1; i >= 0; i--) {
      String message = parts.get(i).getMessage();
      if (message != null && !message.isBlank()) {
        return message.lines().findFirst().orElse(message).strip();
      }
    }
    return failure.getClass().getSimpleName();
  }
}
