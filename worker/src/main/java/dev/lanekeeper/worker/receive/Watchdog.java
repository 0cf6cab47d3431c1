package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Endpoints;
import io.github.resilience4j.core.IntervalFunction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a silent client is replaced. A client whose connection died without a reset may
 * never receive again (rocketmq-clients#1309). Where nothing listens, there is nothing to connect
 * to and the client tries again by itself, so none is built: one that fails to start leaves threads
 * behind. Tries are further and further apart. Used by one thread.
 */
final class Watchdog {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
  private static final Duration CONNECT = Duration.ofSeconds(1);

  private final Duration patience;
  private final Endpoints endpoints;
  private final LongSupplier nanoTime;
  private final IntervalFunction pauses;
  private int failures;
  private long notBefore;

  Watchdog(Duration patience, Endpoints endpoints, LongSupplier nanoTime) {
    this.patience = patience;
    this.endpoints = endpoints;
    this.nanoTime = nanoTime;
    this.notBefore = nanoTime.getAsLong();
    this.pauses =
        IntervalFunction.ofExponentialRandomBackoff(
            Duration.ofSeconds(5), 2, 0.5, Duration.ofMinutes(5));
  }

  /** Whether the silence has lasted for too long. */
  boolean isDue(Duration silence) {
    return silence.compareTo(patience) > 0 && nanoTime.getAsLong() - notBefore >= 0;
  }

  /** Builds a client, unless the broker is away. */
  <T> Optional<T> build(Supplier<T> builder) {
    try {
      if (somethingListens()) {
        T built = builder.get();
        failures = 0;
        return Optional.of(built);
      }
    } catch (ProgramException away) {
      log.debug("the client cannot be rebuilt yet", away);
    }
    failures++;
    notBefore = nanoTime.getAsLong() + Duration.ofMillis(pauses.apply(failures)).toNanos();
    return Optional.empty();
  }

  private boolean somethingListens() {
    return endpoints.addresses().stream().anyMatch(Watchdog::listens);
  }

  private static boolean listens(Endpoints.Address address) {
    try (Socket socket = new Socket()) {
      String host = address.host().replaceAll("[\\[\\]]", "");
      socket.connect(new InetSocketAddress(host, address.port()), (int) CONNECT.toMillis());
      return true;
    } catch (IOException away) {
      return false;
    }
  }
}
