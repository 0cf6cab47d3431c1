package dev.lanekeeper.localbroker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports the servers listen on, all of them on 127.0.0.1.
 *
 * @param grpc the proxy's, the only one that clients need
 * @param namesrv the NameServer's, for mqadmin
 * @param broker the broker's; RocketMQ opens a second one, two below it
 */
record Ports(int grpc, int namesrv, int broker) {
  static final String LOOPBACK = "127.0.0.1";

  /**
   * Below every platform's range for outgoing connections, which take their ports while the servers
   * still start.
   */
  private static final int FIRST_FREE = 20_000;

  private static final int LAST_FREE = 31_999;
  private static final int FAST_BELOW = 2;
  private static final int ATTEMPTS = 1_000;

  /** Takes the given ports, which must be free, and picks one for each 0. */
  static Ports choose(int grpc, int namesrv, int broker) throws RefusedException {
    requireFree("--port", grpc, grpc);
    requireFree("--namesrv-port", namesrv, namesrv);
    requireFree("--broker-port", broker, broker);
    requireFree("--broker-port", broker, broker - FAST_BELOW);
    Set<Integer> taken = new HashSet<>(Set.of(grpc));
    taken.add(namesrv);
    taken.add(broker);
    taken.add(broker - FAST_BELOW);
    return new Ports(
        grpc == 0 ? pick(taken) : grpc,
        namesrv == 0 ? pick(taken) : namesrv,
        broker == 0 ? pick(taken) : broker);
  }

  private static void requireFree(String flag, int asked, int port) throws RefusedException {
    if (asked != 0 && !isFree(port)) {
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "port %d on %s is in use: stop what listens there, or choose another with %s (0 picks a free one)"
              .formatted(port, LOOPBACK, flag));
    }
  }

  private static int pick(Set<Integer> taken) throws RefusedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_FREE, LAST_FREE);
      int fast = port - FAST_BELOW;
      if (!taken.contains(port) && !taken.contains(fast) && isFree(port) && isFree(fast)) {
        taken.add(port);
        taken.add(fast);
        return port;
      }
    }
    throw new RefusedException(
        ExitStatus.UNAVAILABLE,
        "no free port from %d to %d on %s".formatted(FIRST_FREE, LAST_FREE, LOOPBACK));
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(LOOPBACK), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  String endpoints() {
    return LOOPBACK + ":" + grpc;
  }

  String namesrvAddress() {
    return LOOPBACK + ":" + namesrv;
  }

  String brokerAddress() {
    return LOOPBACK + ":" + broker;
  }
}
