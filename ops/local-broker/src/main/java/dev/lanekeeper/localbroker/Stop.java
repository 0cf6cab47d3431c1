package dev.lanekeeper.localbroker;

/** Stops the servers when the process ends, whatever ends it but SIGKILL. */
final class Stop implements Runnable {
  private final Servers servers;

  Stop(Servers servers) {
    this.servers = servers;
  }

  @Override
  public void run() {
    try {
      servers.close();
    } catch (Exception e) {
      System.err.println("local-broker: not stopped in order: " + e);
    }
  }
}
