package dev.lanekeeper.localbroker;

import org.apache.rocketmq.remoting.netty.NettyClientConfig;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;

/** Network settings that NameServer and broker share: loopback only, few threads. */
final class Network {
  private Network() {}

  static NettyServerConfig server(int port) {
    NettyServerConfig config = new NettyServerConfig();
    config.setBindAddress(Ports.LOOPBACK);
    config.setListenPort(port);
    config.setServerSelectorThreads(1);
    config.setServerWorkerThreads(2);
    config.setServerCallbackExecutorThreads(2);
    return config;
  }

  static NettyClientConfig client() {
    NettyClientConfig config = new NettyClientConfig();
    config.setClientWorkerThreads(2);
    config.setClientCallbackExecutorThreads(2);
    return config;
  }
}
