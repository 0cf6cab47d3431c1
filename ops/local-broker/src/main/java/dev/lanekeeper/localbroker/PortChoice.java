package dev.lanekeeper.localbroker;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Takes the ports that were asked for, which must be free, and picks a free one for each 0. */
final class PortChoice {
  private static final int FAST_BELOW = 2;
  private static final int HIGHEST = 65_535;

  /**
   * Picked below every platform's range for outgoing connections, which would otherwise take one of
   * these while the servers still start.
   */
  private static final int FIRST_PICKED = 20_000;

  private static final int LAST_PICKED = 31_999;
  private static final int ATTEMPTS = 1_000;

  private final Set<Integer> taken = new HashSet<>();

  private PortChoice() {}

  static Ports of(int grpc, int namesrv, int broker) throws RefusedException {
    PortChoice choice = new PortChoice();
    choice.takeIfAsked("--port", grpc, grpc);
    choice.takeIfAsked("--namesrv-port", namesrv, namesrv);
    choice.takeIfAsked("--broker-port", broker, broker);
    choice.takeIfAsked("--broker-port", broker, broker - FAST_BELOW);
    return new Ports(choice.orPicked(grpc), choice.orPicked(namesrv), choice.orPicked(broker));
  }

  private void takeIfAsked(String flag, int asked, int port) throws RefusedException {
    if (asked == 0) {
      return;
    }
    if (port < 1 || port > HIGHEST) {
      throw new RefusedException(
          ExitStatus.USAGE,
          "%s %d: write a port from %d to %d, or 0 for a free one"
              .formatted(flag, asked, asked == port ? 1 : 1 + FAST_BELOW, HIGHEST));
    }
    if (!taken.add(port) || !isFree(port)) {
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "port %d on %s is in use: stop what listens there, or choose another with %s (0 picks a free one)"
              .formatted(port, Ports.LOOPBACK, flag));
    }
  }

  private int orPicked(int asked) throws RefusedException {
    for (int attempt = 0; asked == 0 && attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PICKED, LAST_PICKED);
      if (canPick(port) && canPick(port - FAST_BELOW)) {
        taken.add(port);
        taken.add(port - FAST_BELOW);
        return port;
      }
    }
    if (asked == 0) {
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "no free port from %d to %d on %s".formatted(FIRST_PICKED, LAST_PICKED, Ports.LOOPBACK));
    }
    return asked;
  }

  private boolean canPick(int port) {
    return !taken.contains(port) && isFree(port);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(Ports.loopback(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
