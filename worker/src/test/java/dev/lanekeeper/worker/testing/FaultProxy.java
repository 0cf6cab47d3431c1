package dev.lanekeeper.worker.testing;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a client and a server on this machine, and passes bytes on, or does what networks
 * do. A change holds for the connections that are open and for those to come. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

  /** What happens to the bytes. */
  public enum Fault {
    /** They are passed on. */
    NONE,
    /** They wait, in both directions and without a reset, until the fault is over. */
    STALLED,
    /** Requests are passed on, answers are lost; the connection never answers again. */
    SWALLOWING,
    /** Requests are lost, answers are passed on; the connection never takes a request again. */
    LOSING_REQUESTS,
    /** Connections are cut as soon as they are made, and so are those that are open. */
    CUTTING,
    /** Open connections are cut, and new ones refused. */
    REFUSING;

    private boolean loses(boolean answer) {
      return this == (answer ? SWALLOWING : LOSING_REQUESTS);
    }
  }

  private final InetSocketAddress target;
  private final int port;
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
  private final Set<Closeable> mute = ConcurrentHashMap.newKeySet();
  private Fault fault = Fault.NONE;
  private ServerSocket listening;

  /** Listens on a free port. */
  public FaultProxy(String targetHost, int targetPort) {
    this.target = new InetSocketAddress(targetHost, targetPort);
    this.listening = listen(0);
    this.port = listening.getLocalPort();
  }

  /** A proxy before HOST:PORT. */
  public static FaultProxy before(String endpoints) {
    int colon = endpoints.lastIndexOf(':');
    return new FaultProxy(
        endpoints.substring(0, colon), Integer.parseInt(endpoints.substring(colon + 1)));
  }

  public int port() {
    return port;
  }

  public String endpoints() {
    return "127.0.0.1:" + port;
  }

  /** From now on this happens. */
  public synchronized void set(Fault next) {
    boolean refused = fault == Fault.REFUSING;
    fault = next;
    if (next == Fault.REFUSING) {
      close(listening);
      cut();
    } else if (refused) {
      listening = listen(port);
    }
    if (next == Fault.CUTTING) {
      cut();
    }
    notifyAll();
  }

  /** Cuts the connections that are open. */
  public void cut() {
    open.forEach(FaultProxy::close);
    open.clear();
    mute.clear();
  }

  /** Whether anybody is connected. */
  public boolean isInUse() {
    return !open.isEmpty();
  }

  /** Whether every connection has lost something, and so will never answer again. */
  public boolean isMute() {
    return !mute.isEmpty() && 2 * mute.size() == open.size();
  }

  private ServerSocket listen(int chosen) {
    try {
      ServerSocket socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), chosen));
      daemon(() -> accept(socket));
      return socket;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void accept(ServerSocket socket) {
    try {
      while (true) {
        connect(socket.accept());
      }
    } catch (IOException closed) {
      close(socket);
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    try {
      if (isCutting()) {
        client.close();
        return;
      }
      server.connect(target);
      open.add(client);
      open.add(server);
      daemon(() -> pass(client, server, false));
      daemon(() -> pass(server, client, true));
    } catch (IOException unreachable) {
      close(client);
      close(server);
    }
  }

  private void pass(Socket from, Socket to, boolean answers) {
    byte[] buffer = new byte[8192];
    boolean isMute = false;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int length;
      while ((length = in.read(buffer)) >= 0) {
        isMute |= awaitFlow().loses(answers);
        if (isMute) {
          mute.add(to);
        } else {
          out.write(buffer, 0, length);
        }
      }
    } catch (IOException cut) {
      // Both ends are closed below.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    close(from);
    close(to);
    open.remove(from);
    open.remove(to);
    mute.remove(to);
  }

  private synchronized boolean isCutting() {
    return fault == Fault.CUTTING;
  }

  private synchronized Fault awaitFlow() throws InterruptedException {
    while (fault == Fault.STALLED) {
      wait();
    }
    return fault;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "fault-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public synchronized void close() {
    close(listening);
    cut();
  }
}
