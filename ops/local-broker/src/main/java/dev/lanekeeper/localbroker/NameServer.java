package dev.lanekeeper.localbroker;

import org.apache.rocketmq.common.namesrv.NamesrvConfig;
import org.apache.rocketmq.namesrv.NamesrvController;
import org.apache.rocketmq.remoting.netty.NettyServerConfig;

/** The running NameServer. It has nothing to keep and ends with the process. */
final class NameServer {
  private final NamesrvController controller;

  private NameServer(NamesrvController controller) {
    this.controller = controller;
  }

  static NameServer start(Ports ports) throws Exception {
    NamesrvConfig config = new NamesrvConfig();
    config.setClientRequestThreadPoolNums(2);
    config.setDefaultThreadPoolNums(2);
    NettyServerConfig network = Network.server(ports.namesrv());
    NamesrvController controller = new NamesrvController(config, network, Network.client());
    controller.initialize();
    controller.start();
    return new NameServer(controller);
  }

  boolean knows(String topic) {
    return controller.getRouteInfoManager().pickupTopicRouteData(topic) != null;
  }
}
