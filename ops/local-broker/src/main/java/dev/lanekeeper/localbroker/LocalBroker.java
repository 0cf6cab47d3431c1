package dev.lanekeeper.localbroker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.rocketmq.remoting.common.TlsMode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code local-broker}: starts the servers, says so in one line, and serves commands
 * until it is stopped.
 */
@Command(
    name = "local-broker",
    mixinStandardHelpOptions = true,
    versionProvider = LocalBroker.Version.class,
    sortOptions = false,
    exitCodeOnInvalidInput = ExitStatus.USAGE,
    exitCodeOnExecutionException = ExitStatus.BUG,
    description = {
      "RocketMQ 5.5.0 in one process: NameServer, broker and proxy, on 127.0.0.1 only.",
      "For development, demos and tests; never for production: one copy of every message, no"
          + " replication, no access control but --credentials-file."
    })
public final class LocalBroker implements Callable<Integer> {
  private static final String NOTE =
      "local-broker: for development, demos and tests only: one copy of every message, no"
          + " replication";

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      defaultValue = "data/local-broker",
      description = "Where messages, offsets and logs are kept. Default: ${DEFAULT-VALUE}")
  private Path data = Path.of("data/local-broker");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description =
          "The proxy's gRPC port, the one that clients use; 0 picks a free one. Default: ${DEFAULT-VALUE}")
  private int port;

  @Option(
      names = "--namesrv-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The NameServer's port; 0 picks a free one. Default: ${DEFAULT-VALUE}")
  private int namesrvPort;

  @Option(
      names = "--broker-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "The broker's port, which takes the one two below it too; 0 picks free ones. Default: ${DEFAULT-VALUE}")
  private int brokerPort;

  @Option(
      names = "--topic",
      paramLabel = "NAME[:QUEUES[:normal]]",
      description = "A topic to create, FIFO with 8 queues unless said otherwise. Repeatable.")
  private List<TopicSpec> topics = new ArrayList<>();

  @Option(
      names = "--group",
      paramLabel = "NAME[:orderly|concurrent[:RETRIES]]",
      description = "A consumer group to create, orderly unless said otherwise. Repeatable.")
  private List<GroupSpec> groups = new ArrayList<>();

  @Option(
      names = "--proxy-mode",
      paramLabel = "cluster|local",
      defaultValue = "cluster",
      description = "cluster as in production, or local. Default: ${DEFAULT-VALUE}")
  private ProxyMode proxyMode = ProxyMode.CLUSTER;

  @Option(
      names = "--dead-client-timeout",
      paramLabel = "DURATION",
      defaultValue = "120s",
      description =
          "How long a client may be silent before its messages go to others, in push mode; at least 20s. Default: ${DEFAULT-VALUE}, the server's own")
  private DeadClientTimeout deadClientTimeout = DeadClientTimeout.parse("120s");

  @Option(
      names = "--max-message-size",
      paramLabel = "BYTES",
      defaultValue = "4194304",
      description =
          "How long a message's body may be, as the proxy tells clients. Default: ${DEFAULT-VALUE}, the server's own")
  private int maxMessageSize;

  @Option(
      names = "--tls",
      paramLabel = "permissive|enforcing|disabled",
      defaultValue = "permissive",
      description =
          "Whether clients may encrypt, must or cannot; the certificate is made at the start and"
              + " signs itself. Default: ${DEFAULT-VALUE}")
  private TlsMode tls = TlsMode.PERMISSIVE;

  @Option(
      names = "--credentials-file",
      paramLabel = "FILE",
      description =
          "Ask clients, of the proxy and of the broker, for the signature of the one user in this"
              + " file: the lines \"accessKey: NAME\" and \"secretKey: SECRET\". By default nobody"
              + " is asked.")
  private @Nullable Path credentialsFile;

  @Option(
      names = "--with-parent",
      description = "Stop when standard input ends, as it does when the parent process dies.")
  private boolean withParent;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "WARN",
      description =
          "Of RocketMQ's log in the data folder: ERROR, WARN, INFO or DEBUG. Default: ${DEFAULT-VALUE}")
  private String logLevel = "WARN";

  private final PrintStream answers;
  private final Servers servers = new Servers();

  private LocalBroker(PrintStream answers) {
    this.answers = answers;
  }

  public static void main(String[] arguments) {
    PrintStream answers = System.out;
    // Standard output is for the ready line and answers; RocketMQ prints, too.
    System.setOut(System.err);
    System.exit(commandLine(new LocalBroker(answers)).execute(arguments));
  }

  private static CommandLine commandLine(LocalBroker broker) {
    return new CommandLine(broker)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(broker.answers, true, StandardCharsets.UTF_8))
        .registerConverter(TopicSpec.class, Converters.of(TopicSpec::parse))
        .registerConverter(DeadClientTimeout.class, Converters.of(DeadClientTimeout::parse))
        .registerConverter(GroupSpec.class, Converters.of(GroupSpec::parse))
        .setParameterExceptionHandler((failure, arguments) -> Failures.reportUsage(failure))
        .setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(failure));
  }

  @Override
  public Integer call() throws Exception {
    Optional<Credentials> credentials =
        credentialsFile == null ? Optional.empty() : Optional.of(Credentials.read(credentialsFile));
    Ports ports = PortChoice.of(port, namesrvPort, brokerPort);
    DataFolder folder = DataFolder.open(data);
    System.err.println(NOTE + (credentials.isPresent() ? "" : ", no access control"));
    SystemProperties.set(folder, logLevel);
    QuietGrpc.log();
    SmallHeap.request();
    Runtime.getRuntime().addShutdownHook(new Thread(new Stop(servers), "stop"));
    Catalog catalog =
        servers.start(
            folder,
            ports,
            new ProxyWishes(proxyMode, deadClientTimeout, maxMessageSize, tls, credentials));
    for (GroupSpec group : groups) {
      catalog.create(group);
    }
    for (TopicSpec topic : topics) {
      keepOrCreate(topic, catalog);
    }
    answers.println(readyLine(folder, ports));
    answers.flush();
    serve(new Commands(catalog));
    return ExitStatus.DONE;
  }

  /** A folder that was used before keeps the queues it has, since fewer would hide messages. */
  private static void keepOrCreate(TopicSpec topic, Catalog catalog)
      throws RefusedException, InterruptedException {
    int present = catalog.queues(topic.name()).orElse(topic.queues());
    if (present != topic.queues()) {
      System.err.printf(
          "local-broker: topic %s keeps the %d queues it has in this data folder%n",
          topic.name(), present);
    }
    catalog.create(new TopicSpec(topic.name(), present, topic.type()));
  }

  private String readyLine(DataFolder folder, Ports ports) {
    return "ready endpoints=%s namesrv=%s broker=%s proxy-mode=%s data=%s pid=%d"
        .formatted(
            ports.endpoints(),
            ports.namesrvAddress(),
            ports.brokerAddress(),
            proxyMode.name().toLowerCase(Locale.ROOT),
            folder.path(),
            ProcessHandle.current().pid());
  }

  private void serve(Commands commands) throws InterruptedException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean stopped = new StandardInput(lines, answers).serve(commands);
    if (!stopped && !withParent) {
      new CountDownLatch(1).await();
    }
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "local-broker " + LocalBroker.class.getPackage().getImplementationVersion()
      };
    }
  }
}
