package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server that begins each answer at once, and goes on with a byte every few milliseconds for as
 * long as anybody listens. Thread-safe.
 */
public final class Drip implements AutoCloseable {
  private static final int PAUSE_MS = 20;

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private final byte[] begin;

  /**
   * @param begin what each answer begins with
   */
  public Drip(String begin) throws IOException {
    this.begin = begin.getBytes(US_ASCII);
    Thread thread = new Thread(this::serve, "drip");
    thread.setDaemon(true);
    thread.start();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  /** How many requests came. */
  public int requests() {
    return requests.get();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        answer(socket.getInputStream(), socket.getOutputStream());
      } catch (IOException gone) {
        // Nobody listens any more, or this server is being closed.
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  private void answer(InputStream in, OutputStream out) throws IOException, InterruptedException {
    if (in.read() < 0) {
      return;
    }
    requests.incrementAndGet();
    out.write(begin);
    while (!closing.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
      out.write('.');
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    server.close();
  }
}
