package dev.lanekeeper.program.broker;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the RocketMQ proxies listen. Immutable.
 *
 * @param addresses one or more; several only as IP addresses, since the client resolves one host
 *     name at most
 */
public record Endpoints(List<Address> addresses) {
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):(\\d{1,5})");
  private static final Pattern IP = Pattern.compile("\\[.+]|\\d{1,3}(\\.\\d{1,3}){3}");

  public Endpoints {
    addresses = List.copyOf(addresses);
  }

  /**
   * Reads {@code host:port[;host:port]}; an IPv6 address stands in brackets.
   *
   * @throws IllegalArgumentException when it is not that, and says what to write
   */
  public static Endpoints parse(String text) {
    List<Address> addresses =
        Arrays.stream(text.split(";", -1)).map(String::strip).map(Endpoints::address).toList();
    boolean names = addresses.stream().anyMatch(address -> !IP.matcher(address.host()).matches());
    if (addresses.size() > 1 && names) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "': several endpoints must be IP addresses; write one host name or only IPs");
    }
    return new Endpoints(addresses);
  }

  private static Address address(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (text.contains("://")) {
      throw new IllegalArgumentException("'" + text + "': write host:port without a scheme");
    }
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not host:port; write 127.0.0.1:8081, or [::1]:8081 for IPv6");
    }
    int port = Integer.parseInt(matcher.group(2));
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("'" + text + "': a port is a number from 1 to 65535");
    }
    return new Address(matcher.group(1), port);
  }

  /** Whether all of them are on this machine, as far as the text tells without asking a DNS. */
  public boolean areLoopback() {
    return addresses.stream().allMatch(Address::isLoopback);
  }

  /** In the client's spelling. */
  @Override
  public String toString() {
    return String.join(";", addresses.stream().map(Address::toString).toList());
  }

  /** One host and port. */
  public record Address(String host, int port) {
    boolean isLoopback() {
      String lower = host.toLowerCase(Locale.ROOT);
      return lower.equals("localhost") || lower.equals("[::1]") || lower.matches("127(\\.\\d+){3}");
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
