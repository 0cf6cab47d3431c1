package dev.lanekeeper.worker.testing;

import static java.util.Objects.requireNonNull;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.testcontainers.containers.Container;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * The official image: NameServer, broker and proxy in one container. The proxy tells clients its
 * own address and port, so it listens inside on the same port as outside.
 */
final class ContainerTestBroker implements TestBroker {
  private static final String START =
      """
      sh mqnamesrv &
      sleep 5
      exec sh mqproxy -n 127.0.0.1:9876 -pm local -bc /tmp/broker.conf -pc /tmp/rmq-proxy.json
      """;

  private static final String BROKER =
      """
      brokerClusterName=DefaultCluster
      brokerName=broker-a
      brokerId=0
      brokerIP1=127.0.0.1
      autoCreateTopicEnable=false
      autoCreateSubscriptionGroup=false
      channelExpiredTimeout=20000
      """;

  private final GenericContainer<?> container;
  private final int port;

  private ContainerTestBroker(GenericContainer<?> container, int port) {
    this.container = container;
    this.port = port;
  }

  static ContainerTestBroker start() {
    int port = freePort();
    String image = requireNonNull(System.getProperty("lanekeeper.image.rocketmq"));
    String proxy =
        "{\"rocketMQClusterName\":\"DefaultCluster\",\"grpcServerPort\":"
            + port
            + ",\"localServeAddr\":\"127.0.0.1\"}";
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withEnv("JAVA_OPT_EXT", "-Xms512m -Xmx512m -Xmn256m")
            .withExposedPorts(port)
            .withCreateContainerCmdModifier(
                command ->
                    requireNonNull(command.getHostConfig())
                        .withPortBindings(
                            new PortBinding(
                                Ports.Binding.bindIpAndPort("127.0.0.1", port),
                                new ExposedPort(port))))
            .withCopyToContainer(Transferable.of(BROKER), "/tmp/broker.conf")
            .withCopyToContainer(Transferable.of(proxy), "/tmp/rmq-proxy.json")
            .withCommand("sh", "-c", START)
            .waitingFor(
                Wait.forLogMessage(".*rocketmq-proxy startup successfully.*", 1)
                    .withStartupTimeout(Duration.ofMinutes(2)));
    container.start();
    return new ContainerTestBroker(container, port);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String endpoints() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void createTopic(String name, int queues) {
    createTopic(name, queues, "FIFO");
  }

  @Override
  public void createNormalTopic(String name) {
    createTopic(name, 1, "NORMAL");
  }

  private void createTopic(String name, int queues, String type) {
    String number = Integer.toString(queues);
    admin(
        "updateTopic",
        "-c",
        "DefaultCluster",
        "-t",
        name,
        "-r",
        number,
        "-w",
        number,
        "-a",
        "+message.type=" + type);
  }

  @Override
  public void changeQueues(String topic, int queues) {
    createTopic(topic, queues, "FIFO");
  }

  @Override
  public void createGroup(String name, boolean orderly) {
    createGroup(name, orderly, 10_000);
  }

  @Override
  public void createGroup(String name, int retryMaxTimes) {
    createGroup(name, true, retryMaxTimes);
  }

  private void createGroup(String name, boolean orderly, int retryMaxTimes) {
    admin(
        "updateSubGroup",
        "-c",
        "DefaultCluster",
        "-g",
        name,
        "-o",
        Boolean.toString(orderly),
        "-r",
        Integer.toString(retryMaxTimes));
  }

  private void admin(String command, String... arguments) {
    String[] line = new String[arguments.length + 5];
    line[0] = "sh";
    line[1] = "mqadmin";
    line[2] = command;
    line[3] = "-n";
    line[4] = "127.0.0.1:9876";
    System.arraycopy(arguments, 0, line, 5, arguments.length);
    try {
      Container.ExecResult result = container.execInContainer(line);
      if (result.getExitCode() != 0 || !result.getStdout().contains("success")) {
        throw new IllegalStateException(command + ": " + result);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    container.close();
  }

  @Override
  public String toString() {
    return container.getDockerImageName() + " in a container at " + endpoints();
  }
}
