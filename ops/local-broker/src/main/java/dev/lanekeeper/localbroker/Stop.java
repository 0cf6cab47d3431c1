package dev.lanekeeper.localbroker;

import java.time.Duration;

/**
 * Stops the servers when the process ends, whatever ends it but SIGKILL. RocketMQ leaves threads
 * that would keep the process alive; it ends nevertheless once this has run, as it runs while the
 * JVM shuts down.
 */
final class Stop implements Runnable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private final Servers servers;

  Stop(Servers servers) {
    this.servers = servers;
  }

  @Override
  public void run() {
    Thread closing = new Thread(this::close, "close");
    closing.start();
    try {
      closing.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (closing.isAlive()) {
      System.err.println(
          "local-broker: not stopped in order after "
              + PATIENCE.toSeconds()
              + " s; it will recover");
    }
  }

  private void close() {
    try {
      servers.close();
    } catch (Exception e) {
      System.err.println("local-broker: not stopped in order: " + e);
    }
  }
}
