package dev.lanekeeper.worker.handler.http;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Which addresses may be called: public ones, unless others are allowed. What counts is what the
 * host's name resolves to, all of it, and it is looked up again before every call; the JVM's cache
 * of names (30 s by default) hands the same answer to the connection. Thread-safe.
 */
final class Targets {

  /** Looks a host's name up. */
  interface Names {
    InetAddress[] addressesOf(String host) throws UnknownHostException;
  }

  private final boolean allowPrivate;
  private final Names names;

  Targets(boolean allowPrivate, Names names) {
    this.allowPrivate = allowPrivate;
    this.names = names;
  }

  /**
   * Looks before the first message; a name that cannot be resolved now may be later.
   *
   * @throws ProgramException when the host is not public, and only such are allowed
   */
  void requireAllowedAtStart(URI target) {
    try {
      for (InetAddress address : names.addressesOf(target.getHost())) {
        if (!isAllowed(address)) {
          throw new ProgramException(ExitCode.CONFIGURATION, refusal(target, address));
        }
      }
    } catch (UnknownHostException later) {
      return;
    }
  }

  /**
   * Looks before a call.
   *
   * @throws EnvironmentException when the host cannot be resolved, or is not public any more
   */
  void requireAllowed(URI target) {
    try {
      for (InetAddress address : names.addressesOf(target.getHost())) {
        if (!isAllowed(address)) {
          throw new EnvironmentException(refusal(target, address));
        }
      }
    } catch (UnknownHostException unresolved) {
      throw new EnvironmentException(target.getHost() + " cannot be resolved", unresolved);
    }
  }

  private static String refusal(URI target, InetAddress address) {
    return "--http-url: %s is %s, which is not a public address; if that is meant: --http-allow-private"
        .formatted(target.getHost(), address.getHostAddress());
  }

  private boolean isAllowed(InetAddress address) {
    return allowPrivate || isPublic(address);
  }

  /** By the registries of special-purpose addresses (RFC 6890), as far as they are not global. */
  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    return bytes.length == 4
        ? isPublic(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff)
        : (bytes[0] & 0xe0) == 0x20 && !isTunnel(bytes);
  }

  private static boolean isPublic(int first, int second, int third) {
    return switch (first) {
      case 0 -> false; // this network
      case 100 -> second < 64 || second > 127; // shared by carriers
      case 192 -> !(second == 0 && (third == 0 || third == 2)); // protocols, documentation
      case 198 -> !(second == 18 || second == 19 || (second == 51 && third == 100));
      case 203 -> !(second == 0 && third == 113);
      default -> first < 240; // reserved
    };
  }

  /** Of the global ones (2000::/3), those that lead to an IPv4 address, and documentation. */
  private static boolean isTunnel(byte[] bytes) {
    int first = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    int second = (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
    return first == 0x2002 || (first == 0x2001 && (second == 0 || second == 0x0db8));
  }
}
