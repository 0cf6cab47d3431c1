package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.broker.EndpointsConverter;
import dev.lanekeeper.program.broker.Names;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Tuning;
import dev.lanekeeper.worker.receive.PushReceiver;
import dev.lanekeeper.worker.receive.ReceiveSettings;
import dev.lanekeeper.worker.receive.SimpleReceiver;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is received and how; a picocli mixin. Filled by picocli, then only read. */
public final class ReceiveOptions {
  private static final int MAX_BATCH = 32;
  private static final int MOST_IN_HAND = 1024;

  private static final Duration MIN_INVISIBLE = Duration.ofSeconds(10);
  private static final Duration MAX_INVISIBLE = Duration.ofHours(12);

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "simple",
      description = "How to receive: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  @Tuning(
      why =
          "`push` for several messages of a queue at once without batches; see [ops](../ops/README.md)")
  private Mode mode = Mode.SIMPLE;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      defaultValue = "ledger",
      description = "The FIFO topic (${DEFAULT-VALUE}).")
  @Tuning(why = "the name of your FIFO topic")
  private String topic = "ledger";

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "ledger-worker",
      description = "The consumer group, which has to be orderly (${DEFAULT-VALUE}).")
  @Tuning(why = "the name of your consumer group, which has to be orderly")
  private String group = "ledger-worker";

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "16",
      description = {
        "Message groups processed at once (${DEFAULT-VALUE}). On the embedded H2 one at a time,",
        "whatever is asked for."
      })
  @Tuning(
      why =
          "handlers that wait want more; the pool has as many connections and three; one handler at a"
              + " time on the embedded H2")
  private int concurrency = 16;

  @Option(
      names = "--receive-loops",
      paramLabel = "N",
      description = {
        "Receive loops of simple mode; more than the topic has queues only wait. By default as",
        "many as --concurrency."
      })
  @Tuning(
      why = "fewer where a topic has few queues: more loops than queues only wait",
      rarely = true,
      byDefault = "as many as `--concurrency`")
  private @Nullable Integer loops;

  @Option(
      names = "--receive-batch",
      paramLabel = "N",
      description = {
        "Messages for one receive of simple mode, 1 to 32. More than one are spread over lanes and",
        "acknowledged in the order received. By default as many as --messages-per-transaction."
      })
  @Tuning(
      why =
          "more lets several groups of one queue be in work; a failing message then delays the acknowledges behind it",
      byDefault = "as many as `--messages-per-transaction`")
  private @Nullable Integer batch;

  @Option(
      names = "--invisible-time",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = {
        "For how long the broker keeps a message for this worker, 10s to 12h (${DEFAULT-VALUE}).",
        "It is extended while the message is in work; after a crash, others wait for its end."
      })
  @Tuning(why = "how long others wait for a message after this worker dies")
  private Duration invisibleTime = Duration.ofSeconds(30);

  @Option(
      names = "--watchdog",
      paramLabel = "DURATION",
      defaultValue = "45s",
      description = {
        "After how long without a receive that returned, empty or not, the RocketMQ client is",
        "rebuilt; above the long poll, which takes 5s in simple mode and 20s in push mode",
        "(${DEFAULT-VALUE})."
      })
  @Tuning(
      why = "a network that keeps receives from returning for longer; [outages](#outages)",
      rarely = true)
  private Duration watchdog = Duration.ofSeconds(45);

  @Option(
      names = "--admin-endpoint",
      paramLabel = "HOST:PORT",
      converter = EndpointsConverter.class,
      description = {
        "A NameServer, or several as IP:PORT;IP:PORT. Through it the worker asks the brokers for the",
        "backlog, and reports queues of which nothing was acknowledged for longer than",
        "--invisible-time and 3 minutes. Read only, without TLS and credentials; off by default."
      })
  @Tuning(
      why =
          "show the backlog, and report queues that stand still: [blocked queues](#blocked-queues)",
      byDefault = "none")
  private @Nullable Endpoints adminEndpoint;

  /** Where the backlog can be asked for; empty when it is not to be. */
  public Optional<Endpoints> adminEndpoint() {
    return Optional.ofNullable(adminEndpoint);
  }

  /**
   * How long a receive that is under way may take to return when the worker stops.
   *
   * @param requestTimeout what a push client gives its long polls beyond their time
   */
  public Duration lastReceive(Duration requestTimeout) {
    return switch (mode) {
      case SIMPLE -> SimpleReceiver.LONG_POLL;
      case PUSH -> PushReceiver.LONG_POLL.plus(requestTimeout);
    };
  }

  public Mode mode() {
    return mode;
  }

  public String topic() {
    return topic;
  }

  public String group() {
    return group;
  }

  public int concurrency() {
    return concurrency;
  }

  /**
   * The checked settings.
   *
   * @throws ProgramException when one is out of its bounds
   */
  public ReceiveSettings settings() {
    return settings(1);
  }

  /**
   * The same for transactions that messages share: so many more are in hand that a thread that is
   * done finds those of its next transaction waiting.
   *
   * @param messagesPerTransaction how many share one at most
   * @throws ProgramException when one is out of its bounds
   */
  public ReceiveSettings settings(int messagesPerTransaction) {
    int receiveLoops = loops == null ? concurrency : loops;
    int receiveBatch = batch == null ? Math.min(messagesPerTransaction, MAX_BATCH) : batch;
    int threads =
        Math.max(concurrency, Math.min(concurrency * messagesPerTransaction, MOST_IN_HAND));
    int leastWatchdog = mode == Mode.PUSH ? 25 : 10;
    Problems problems = new Problems();
    Names.requireTopicAndGroup(problems, "--topic", topic, "--group", group);
    require(problems, concurrency >= 1 && concurrency <= 1024, "--concurrency", "from 1 to 1024");
    if (loops != null) {
      require(problems, loops >= 1 && loops <= 1024, "--receive-loops", "from 1 to 1024");
    }
    require(
        problems,
        receiveBatch >= 1 && receiveBatch <= MAX_BATCH,
        "--receive-batch",
        "from 1 to " + MAX_BATCH);
    require(
        problems,
        invisibleTime.compareTo(MIN_INVISIBLE) >= 0 && invisibleTime.compareTo(MAX_INVISIBLE) <= 0,
        "--invisible-time",
        "from 10s to 12h");
    require(
        problems,
        watchdog.toSeconds() >= leastWatchdog,
        "--watchdog",
        "at least " + leastWatchdog + "s in this mode");
    problems.throwIfAny();
    return new ReceiveSettings(
        topic, group, receiveLoops, receiveBatch, invisibleTime, watchdog, threads);
  }

  private static void require(Problems problems, boolean holds, String option, String bounds) {
    problems.require(holds, option + " has to be " + bounds);
  }
}
