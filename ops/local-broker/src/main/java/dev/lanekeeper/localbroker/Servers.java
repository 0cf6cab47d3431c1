package dev.lanekeeper.localbroker;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.remoting.common.TlsMode;
import org.apache.rocketmq.remoting.netty.TlsSystemConfig;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;

/**
 * The three servers, started in the order in which they need one another; those that have something
 * to keep are stopped in the reverse one. Stopping is safe from another thread, while they still
 * start, and more than once.
 */
final class Servers implements Closeable {
  private final Deque<Closeable> started = new ArrayDeque<>();
  private boolean closed;

  Catalog start(DataFolder folder, Ports ports, ProxyWishes wishes) throws Exception {
    add(folder);
    announceVersion();
    HeaderScan.narrow();
    // On loopback, for mqadmin only, they need no certificates, each of which takes time to make.
    TlsSystemConfig.tlsMode = TlsMode.DISABLED;
    NameServer nameServer = NameServer.start(ports);
    Broker broker = add(Broker.start(folder, ports, nameServer, wishes));
    // Read anew for every connection; clients use it unless told otherwise.
    TlsSystemConfig.tlsMode = wishes.tls();
    Proxy proxy = add(Proxy.start(folder, ports, broker, wishes));
    return new Catalog(broker.controller(), new ServedRoutes(proxy.processor(), ports));
  }

  /**
   * Without it the NameServer takes the broker for one older than 3.0.11 and ignores the topics it
   * registers.
   */
  private static void announceVersion() {
    System.setProperty(
        RemotingCommand.REMOTING_VERSION_KEY, Integer.toString(MQVersion.CURRENT_VERSION));
  }

  private synchronized <T extends Closeable> T add(T server) throws Exception {
    if (closed) {
      server.close();
      throw new RefusedException(ExitStatus.UNAVAILABLE, "stopped while starting");
    }
    started.push(server);
    return server;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    while (!started.isEmpty()) {
      started.pop().close();
    }
  }
}
