package dev.lanekeeper.localbroker;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.auth.config.AuthConfig;
import org.apache.rocketmq.common.BrokerConfig;
import org.apache.rocketmq.store.config.MessageStoreConfig;

/**
 * The broker's settings: small files, small pools, nothing created by accident, nothing deleted.
 */
final class BrokerSettings {
  static final String BROKER_NAME = "local-broker";
  static final String CLUSTER_NAME = "DefaultCluster";
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int YEAR_IN_HOURS = 365 * 24;

  private BrokerSettings() {}

  static BrokerConfig broker(Ports ports, DeadClientTimeout deadClientTimeout) {
    BrokerConfig config = new BrokerConfig();
    config.setBrokerName(BROKER_NAME);
    config.setBrokerClusterName(CLUSTER_NAME);
    config.setBrokerIP1(Ports.LOOPBACK);
    config.setBrokerIP2(Ports.LOOPBACK);
    config.setListenPort(ports.broker());
    config.setNamesrvAddr(ports.namesrvAddress());
    config.setAutoCreateTopicEnable(false);
    config.setAutoCreateSubscriptionGroup(false);
    config.setRegisterNameServerPeriod((int) TimeUnit.SECONDS.toMillis(10));
    // It counts in LOCAL proxy mode, in which the proxy shares the broker's table of clients.
    config.setChannelExpiredTimeout(deadClientTimeout.duration().toMillis());
    config.setFlushConsumerOffsetInterval((int) TimeUnit.SECONDS.toMillis(1));
    // Its thread spins, not sleeps, until this time has passed for the first time.
    config.setTransactionMetricFlushInterval(TimeUnit.SECONDS.toMillis(1));
    // A busy development machine is no reason to refuse a message after 200 ms in the queue.
    config.setWaitTimeMillsInSendQueue(TimeUnit.SECONDS.toMillis(5));
    threads(config);
    return config;
  }

  private static void threads(BrokerConfig config) {
    config.setPullMessageThreadPoolNums(8);
    config.setLitePullMessageThreadPoolNums(1);
    config.setAckMessageThreadPoolNums(4);
    config.setProcessReplyMessageThreadPoolNums(1);
    config.setQueryMessageThreadPoolNums(2);
    config.setAdminBrokerThreadPoolNums(4);
    config.setClientManageThreadPoolNums(4);
    config.setConsumerManageThreadPoolNums(4);
    config.setLoadBalanceProcessorThreadPoolNums(2);
    config.setEndTransactionThreadPoolNums(1);
    config.setRecoverThreadPoolNums(2);
  }

  static MessageStoreConfig store(DataFolder folder) {
    MessageStoreConfig config = new MessageStoreConfig();
    config.setStorePathRootDir(folder.store().toString());
    config.setMappedFileSizeCommitLog(16 * MEBIBYTE);
    config.setMappedFileSizeConsumeQueue(20 * 1_000);
    config.setMappedFileSizeTimerLog(MEBIBYTE);
    config.setMaxHashSlotNum(1_000);
    config.setMaxIndexNum(4_000);
    config.setEnableCompaction(false);
    // Each time it compares the timer wheel's 37 MiB with their copy on disk, byte by byte.
    config.setTimerFlushIntervalMs((int) TimeUnit.MINUTES.toMillis(1));
    config.setFileReservedTime(YEAR_IN_HOURS);
    config.setCleanFileForciblyEnable(false);
    return config;
  }

  static AuthConfig auth(DataFolder folder, Optional<Credentials> credentials) {
    AuthConfig config = new AuthConfig();
    // Not the proxy's name: what looks up users is kept by this name, once for the process.
    config.setConfigName(BROKER_NAME + "-broker");
    config.setClusterName(CLUSTER_NAME);
    config.setAuthConfigPath(folder.store().resolve("config").toString());
    credentials.ifPresent(user -> askForSignatures(config, user));
    return config;
  }

  private static void askForSignatures(AuthConfig config, Credentials credentials) {
    config.setAuthenticationEnabled(true);
    config.setAuthenticationMetadataProvider(OneUser.class.getName());
    config.setInitAuthenticationUser(credentials.asUser());
    config.setInnerClientAuthenticationCredentials(credentials.asInnerClient());
  }
}
