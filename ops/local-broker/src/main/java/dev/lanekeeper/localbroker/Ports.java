package dev.lanekeeper.localbroker;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The ports the servers listen on, all of them on 127.0.0.1.
 *
 * @param grpc the proxy's, the only one that clients need
 * @param namesrv the NameServer's, for mqadmin
 * @param broker the broker's; RocketMQ opens a second one, two below it
 */
record Ports(int grpc, int namesrv, int broker) {
  static final String LOOPBACK = "127.0.0.1";
  private static final int HIGHEST = 65_535;

  static int parse(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= HIGHEST) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new IllegalArgumentException("\"%s\" is no port: write 1 to %d".formatted(text, HIGHEST));
  }

  /** Where to listen on a port: the loopback interface, and no other. */
  static InetSocketAddress loopback(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of four bytes is one", e);
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
