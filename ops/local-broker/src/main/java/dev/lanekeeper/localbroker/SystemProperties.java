package dev.lanekeeper.localbroker;

/**
 * The system properties from which RocketMQ takes its folders when its classes are initialised.
 * They must be set before the first of them is: several keep what they read in static fields.
 */
final class SystemProperties {
  private SystemProperties() {}

  static void set(DataFolder folder, String logLevel) {
    String home = folder.path().toString();
    System.setProperty("user.home", home);
    System.setProperty("rocketmq.home.dir", home);
    System.setProperty("RMQ_PROXY_HOME", home);
    System.setProperty("com.rocketmq.proxy.configPath", folder.proxySettings().toString());
    System.setProperty(
        "rmq.logback.configurationFile", "dev/lanekeeper/localbroker/rocketmq-logback.xml");
    System.setProperty("lanekeeper.broker.logs", folder.logs().toString());
    System.setProperty("lanekeeper.broker.log.level", logLevel);
    // Chunks of 256 KiB instead of 4 MiB for every thread that does I/O.
    System.setProperty("io.netty.allocator.maxOrder", "5");
    System.setProperty("io.grpc.netty.shaded.io.netty.allocator.maxOrder", "5");
  }
}
