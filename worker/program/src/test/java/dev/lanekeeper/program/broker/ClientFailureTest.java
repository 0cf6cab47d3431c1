package dev.lanekeeper.program.broker;

import static dev.lanekeeper.program.broker.ClientFailure.BROKER_ERROR;
import static dev.lanekeeper.program.broker.ClientFailure.CONSUMER_GROUP_NOT_FOUND;
import static dev.lanekeeper.program.broker.ClientFailure.OVERLOADED;
import static dev.lanekeeper.program.broker.ClientFailure.REFUSED;
import static dev.lanekeeper.program.broker.ClientFailure.STREAM_COMPLETED;
import static dev.lanekeeper.program.broker.ClientFailure.TIMED_OUT;
import static dev.lanekeeper.program.broker.ClientFailure.TLS_MISMATCH;
import static dev.lanekeeper.program.broker.ClientFailure.TOPIC_NOT_FOUND;
import static dev.lanekeeper.program.broker.ClientFailure.TOPIC_TYPE_MISMATCH;
import static dev.lanekeeper.program.broker.ClientFailure.UNAUTHORIZED;
import static dev.lanekeeper.program.broker.ClientFailure.UNKNOWN;
import static dev.lanekeeper.program.broker.ClientFailure.UNKNOWN_HOST;
import static dev.lanekeeper.program.broker.ClientFailure.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.java.exception.BadRequestException;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.client.java.exception.NotFoundException;
import org.apache.rocketmq.client.java.exception.TooManyRequestsException;
import org.apache.rocketmq.client.java.exception.UnauthorizedException;
import org.apache.rocketmq.shaded.io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClientFailureTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(new NotFoundException(40402, "r", "no topic"), TOPIC_NOT_FOUND),
        arguments(new NotFoundException(40403, "r", "no group"), CONSUMER_GROUP_NOT_FOUND),
        arguments(new BadRequestException(40014, "r", "type"), TOPIC_TYPE_MISMATCH),
        arguments(
            new IllegalArgumentException(
                "Current message type not match with topic accept message types"),
            TOPIC_TYPE_MISMATCH),
        arguments(new ClientException("consumer group [g] not exist"), CONSUMER_GROUP_NOT_FOUND),
        arguments(
            new IllegalStateException("Stream is already completed, no further calls are allowed"),
            STREAM_COMPLETED),
        arguments(new SSLHandshakeException("no"), TLS_MISMATCH),
        arguments(new UnauthorizedException(40100, "r", "who are you"), UNAUTHORIZED),
        arguments(Status.PERMISSION_DENIED.asRuntimeException(), UNAUTHORIZED),
        arguments(new BadRequestException(40006, "r", "group too long"), REFUSED),
        arguments(
            new IllegalArgumentException("topic does not match the regex [regex=...]"), REFUSED),
        arguments(new UnknownHostException("proxy.example"), UNKNOWN_HOST),
        arguments(Status.UNAVAILABLE.asRuntimeException(), UNREACHABLE),
        arguments(Status.DEADLINE_EXCEEDED.asException(), TIMED_OUT),
        arguments(new TimeoutException(), TIMED_OUT),
        arguments(new CancellationException(), TIMED_OUT),
        arguments(new TooManyRequestsException(42900, "r", "slower"), OVERLOADED),
        arguments(new InternalErrorException(50001, "r", "oops"), BROKER_ERROR),
        arguments(new IllegalStateException("a riddle"), UNKNOWN));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failureIsRecognisedWhereverItIsWrapped(Throwable failure, ClientFailure kind) {
    assertThat(ClientFailure.of(failure)).isEqualTo(kind);
    assertThat(
            ClientFailure.of(new IllegalStateException("FAILED", new ExecutionException(failure))))
        .isEqualTo(kind);
    IllegalStateException suppressing = new IllegalStateException("FAILED");
    suppressing.addSuppressed(failure);
    assertThat(ClientFailure.of(suppressing)).isEqualTo(kind);
  }

  @Test
  void failureThatCausesItselfIsLookedAtOnce() {
    Exception outer = new Exception("outer");
    Exception inner = new Exception("inner", outer);
    outer.initCause(inner);

    assertThat(FailureParts.of(outer)).containsExactly(outer, inner);
  }

  @Test
  void errorWithAResponseCodeIsAnAnswerAndATransportsIsNone() {
    assertThat(ClientFailure.isAnswer(new InternalErrorException(50001, "r", "no broker")))
        .isTrue();
    assertThat(
            ClientFailure.isAnswer(new ExecutionException(new NotFoundException(40402, "r", ""))))
        .isTrue();
    assertThat(ClientFailure.isAnswer(Status.UNAVAILABLE.asRuntimeException())).isFalse();
    assertThat(ClientFailure.isAnswer(Status.DEADLINE_EXCEEDED.asRuntimeException())).isFalse();
    assertThatThrownBy(() -> ClientCalls.await(new CompletableFuture<>(), Duration.ofMillis(1)))
        .isInstanceOf(ClientCalls.UnansweredException.class)
        .satisfies(failure -> assertThat(ClientFailure.isAnswer(failure)).isFalse());
  }

  @Test
  void onlyWhatMayMendItselfIsPassing() {
    assertThat(Stream.of(ClientFailure.values()).filter(ClientFailure::isPassing))
        .containsExactlyInAnyOrder(UNKNOWN_HOST, UNREACHABLE, TIMED_OUT, OVERLOADED, BROKER_ERROR);
  }
}
