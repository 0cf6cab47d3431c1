package dev.lanekeeper.localbroker;

import org.apache.rocketmq.store.DefaultMessageStore;
import org.apache.rocketmq.store.ha.DefaultHAService;

/**
 * Replication to slaves, without the socket for them: RocketMQ opens it on all interfaces and has
 * no setting for that. Loaded by RocketMQ through META-INF/service.
 */
public final class NoReplication extends DefaultHAService {
  @Override
  public void init(DefaultMessageStore store) {
    this.defaultMessageStore = store;
  }

  @Override
  public void start() {
    // No slave will ever connect.
  }

  @Override
  public void shutdown() {
    // Nothing was started.
  }
}
