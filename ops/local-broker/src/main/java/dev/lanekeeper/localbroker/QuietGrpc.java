package dev.lanekeeper.localbroker;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps gRPC, which logs apart from RocketMQ, from reporting every client that goes away, with its
 * stack.
 */
final class QuietGrpc {
  private static final Logger ROOT = Logger.getLogger("");

  private QuietGrpc() {}

  static void log() {
    ROOT.setLevel(Level.WARNING);
  }
}
