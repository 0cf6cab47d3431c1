package dev.lanekeeper.program.broker;

import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.shaded.io.grpc.StatusException;
import org.apache.rocketmq.shaded.io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * What a failure of the RocketMQ client comes down to. The client wraps the cause several times,
 * and its exceptions carry the response code only in their text, so everything within is looked at.
 */
public enum ClientFailure {
  TOPIC_NOT_FOUND(false),
  TOPIC_TYPE_MISMATCH(false),
  CONSUMER_GROUP_NOT_FOUND(false),
  /** Nearly always a consumer group that does not exist; the client lost the reason. */
  STREAM_COMPLETED(false),
  TLS_MISMATCH(false),
  UNAUTHORIZED(false),
  /** The client or the proxy understood and said no: a malformed name, a message too large. */
  REFUSED(false),
  UNKNOWN_HOST(true),
  UNREACHABLE(true),
  TIMED_OUT(true),
  OVERLOADED(true),
  /** The proxy or the broker behind it failed; whether a message was stored is unknown. */
  BROKER_ERROR(true),
  UNKNOWN(false);

  private static final Pattern RESPONSE_CODE = Pattern.compile("response-code=(\\d+)");

  private final boolean passing;

  ClientFailure(boolean passing) {
    this.passing = passing;
  }

  /** Whether the same request may succeed later without anybody mending anything. */
  public boolean isPassing() {
    return passing;
  }

  /** Classifies a failure by the first of its parts that tells, the clearest signs first. */
  public static ClientFailure of(Throwable failure) {
    List<Throwable> parts = FailureParts.of(failure);
    for (Throwable part : parts) {
      ClientFailure found = byResponseCode(part);
      if (found != null) {
        return found;
      }
    }
    for (Throwable part : parts) {
      ClientFailure found = byText(part);
      if (found != null) {
        return found;
      }
    }
    for (Throwable part : parts) {
      ClientFailure found = byTransport(part);
      if (found != null) {
        return found;
      }
    }
    return UNKNOWN;
  }

  /**
   * Whether the proxy answered, if only that it cannot; else nothing is known to have come back.
   */
  public static boolean isAnswer(Throwable failure) {
    return FailureParts.of(failure).stream().anyMatch(part -> responseCode(part).isPresent());
  }

  /** By the codes of RocketMQ's {@code apache.rocketmq.v2.Code}. */
  private static @Nullable ClientFailure byResponseCode(Throwable part) {
    OptionalInt code = responseCode(part);
    if (code.isEmpty()) {
      return null;
    }
    return switch (code.getAsInt()) {
      case 40402 -> TOPIC_NOT_FOUND;
      case 40403 -> CONSUMER_GROUP_NOT_FOUND;
      case 40014 -> TOPIC_TYPE_MISMATCH;
      case 40100, 40300 -> UNAUTHORIZED;
      case 42900 -> OVERLOADED;
      case 40800, 50400, 50401, 50402 -> TIMED_OUT;
      default -> {
        if (code.getAsInt() >= 50000 && code.getAsInt() < 50100) {
          yield BROKER_ERROR;
        }
        yield REFUSED;
      }
    };
  }

  static OptionalInt responseCode(Throwable part) {
    Matcher matcher = RESPONSE_CODE.matcher(text(part));
    return part instanceof ClientException && matcher.find()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  private static @Nullable ClientFailure byText(Throwable part) {
    String text = text(part).toLowerCase(Locale.ROOT);
    if (part instanceof IllegalArgumentException && text.contains("not match with topic accept")) {
      return TOPIC_TYPE_MISMATCH;
    }
    if (text.contains("group") && (text.contains("not found") || text.contains("not exist"))) {
      return CONSUMER_GROUP_NOT_FOUND;
    }
    if (part instanceof SSLException
        || text.contains("not an ssl/tls record")
        || text.contains("first received frame was not settings")) {
      return TLS_MISMATCH;
    }
    if (part instanceof UnknownHostException || text.contains("unable to resolve host")) {
      return UNKNOWN_HOST;
    }
    if (part instanceof IllegalArgumentException && text.contains("does not match the regex")) {
      return REFUSED;
    }
    if (text.contains("stream is already completed")) {
      return STREAM_COMPLETED;
    }
    return null;
  }

  private static @Nullable ClientFailure byTransport(Throwable part) {
    if (part instanceof TimeoutException || part instanceof CancellationException) {
      return TIMED_OUT;
    }
    if (part instanceof StatusRuntimeException status) {
      return byStatus(status.getStatus().getCode().name());
    }
    if (part instanceof StatusException status) {
      return byStatus(status.getStatus().getCode().name());
    }
    return null;
  }

  private static @Nullable ClientFailure byStatus(String grpcCode) {
    return switch (grpcCode) {
      case "UNAVAILABLE" -> UNREACHABLE;
      case "DEADLINE_EXCEEDED" -> TIMED_OUT;
      case "UNAUTHENTICATED", "PERMISSION_DENIED" -> UNAUTHORIZED;
      case "RESOURCE_EXHAUSTED" -> OVERLOADED;
      case "INTERNAL", "ABORTED" -> BROKER_ERROR;
      default -> null;
    };
  }

  private static String text(Throwable part) {
    return String.valueOf(part.getMessage());
  }
}
