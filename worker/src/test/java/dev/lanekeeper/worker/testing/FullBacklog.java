package dev.lanekeeper.worker.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A server that accepts nothing, and whose queue of connections that wait for that is full: whoever
 * wants to connect gets no answer at all, as from a machine that is gone. For one thread.
 */
public final class FullBacklog implements AutoCloseable {
  private static final int PATIENCE_MS = 200;
  private static final int MOST = 64;

  private final ServerSocket server;
  private final List<Socket> waiting = new ArrayList<>();

  public FullBacklog() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    for (int i = 0; i < MOST; i++) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(address(), PATIENCE_MS);
      } catch (SocketTimeoutException full) {
        return;
      }
    }
    throw new IllegalStateException("the backlog takes more than " + MOST);
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : waiting) {
      socket.close();
    }
    server.close();
  }
}
