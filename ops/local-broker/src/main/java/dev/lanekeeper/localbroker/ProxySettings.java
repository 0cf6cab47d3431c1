package dev.lanekeeper.localbroker;

import com.alibaba.fastjson2.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.rocketmq.auth.config.AuthConfig;
import org.apache.rocketmq.proxy.auth.ProxyAuthenticationMetadataProvider;
import org.apache.rocketmq.proxy.config.ConfigurationManager;

/** The proxy's settings, which it reads from a file. */
final class ProxySettings {
  private ProxySettings() {}

  static void load(DataFolder folder, Ports ports, ProxyWishes wishes) throws Exception {
    write(folder, ports, wishes);
    ConfigurationManager.initEnv();
    ConfigurationManager.initConfig();
    // Not by the file, so that the secret is written nowhere.
    wishes.credentials().ifPresent(ProxySettings::askForSignatures);
  }

  private static void askForSignatures(Credentials credentials) {
    AuthConfig auth = ConfigurationManager.getAuthConfig();
    auth.setAuthenticationEnabled(true);
    auth.setAuthenticationMetadataProvider(ProxyAuthenticationMetadataProvider.class.getName());
    auth.setInnerClientAuthenticationCredentials(credentials.asInnerClient());
  }

  private static void write(DataFolder folder, Ports ports, ProxyWishes wishes) throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("proxyMode", wishes.mode().name());
    settings.put("proxyName", BrokerSettings.BROKER_NAME);
    settings.put("rocketMQClusterName", BrokerSettings.CLUSTER_NAME);
    settings.put("namesrvAddr", ports.namesrvAddress());
    settings.put("localServeAddr", Ports.LOOPBACK);
    settings.put("grpcServerPort", ports.grpc());
    // It counts in CLUSTER mode, in which the proxy has a table of clients of its own.
    settings.put("channelExpiredTimeout", wishes.deadClientTimeout().duration().toMillis());
    settings.put("maxMessageSize", wishes.maxMessageSize());
    // A client that came through another port, such as a test's faulty one, is sent there again.
    settings.put("useEndpointPortFromRequest", true);
    settings.put("rocketmqMQClientNum", 2);
    settings.put("grpcWorkerLoopNum", 2);
    // What was asked for once, even in vain, is otherwise remembered for 20 s: too long for a test
    // that creates topics.
    settings.put("topicRouteServiceCacheRefreshSeconds", 1);
    settings.put("topicConfigCacheRefreshSeconds", 1);
    settings.put("subscriptionGroupConfigCacheRefreshSeconds", 1);
    // Without it the proxy does not sign what it asks of the broker, whatever its credentials.
    settings.put("enableAclRpcHookForClusterMode", wishes.credentials().isPresent());
    settings.put("transactionHeartbeatThreadPoolNums", 1);
    Files.writeString(folder.proxySettings(), JSON.toJSONString(settings));
  }
}
