package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lanekeeper.program.Program;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.cli.WorkerCommand;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.MisleadingProxy;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code doctor} names what a worker would fall over, and {@code run} refuses to start with it. */
@ExtendWith(BrokerExtension.class)
class DoctorIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String TOPIC = "doctor";

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void topicsAndGroups(TestBroker broker) {
    broker.createTopic(TOPIC, 3);
    broker.createNormalTopic("doctor-normal");
    broker.createGroup("doctor", true);
    broker.createGroup("doctor-concurrent", false);
    broker.createGroup("doctor-16", 16);
    broker.createGroup("doctor-3", 3);
    broker.createGroup("doctor-none", -1);
  }

  @Test
  void allIsWell(TestBroker broker) {
    Report report = doctor(broker, TOPIC, "doctor");

    assertThat(report.exitCode).as(report.text).isZero();
    report.shows("ok", "endpoints", "answers, without TLS");
    report.shows("ok", "credentials", "none, and none are asked for");
    report.shows("ok", "topic", "'doctor' is FIFO, 3 queues");
    report.shows("ok", "consumer group", "'doctor' is orderly");
    report.shows("ok", "retryMaxTimes", "10000");
    report.shows("note", "database", "not there yet");
    report.shows("ok", "invisible time", "30s");
    report.shows("note", "retention", "getBrokerConfig");
    report.shows("ok", "versions", "rocketmq-client-java 5.");
    // Looking must not make an empty store, in which everything would be applied again.
    assertThat(folder.toFile().list()).isEmpty();
  }

  @Test
  void topicThatIsNotFifo(TestBroker broker) {
    Report report = doctor(broker, "doctor-normal", "doctor");
    assertThat(report.exitCode).as(report.text).isEqualTo(78);
    report.shows(
        "error", "topic", "takes NORMAL messages", "-t doctor-normal -a +message.type=FIFO");
    report.shows("ok", "consumer group", "'doctor' is orderly");
  }

  @Test
  void missingTopicAndMissingGroupAreBothFound(TestBroker broker) {
    Report report = doctor(broker, "doctor-no-topic", "doctor-no-group");
    assertThat(report.exitCode).as(report.text).isEqualTo(78);
    report.shows("error", "topic", "topic 'doctor-no-topic' does not exist", "mqadmin updateTopic");
    report.shows(
        "error", "consumer group", "does not exist", "-g doctor-no-group -o true -r 10000");
    report.shows("note", "retryMaxTimes", "not checked");
  }

  @Test
  void groupThatIsNotOrderly(TestBroker broker) {
    Report report = doctor(broker, TOPIC, "doctor-concurrent");
    assertThat(report.exitCode).as(report.text).isEqualTo(78);
    report.shows(
        "error",
        "consumer group",
        "'doctor-concurrent' is not orderly",
        "-g doctor-concurrent -o true",
        "restart every worker");
  }

  @Test
  void groupWhoseMessagesAreGivenUpTooEarly(TestBroker broker) {
    Report few = doctor(broker, TOPIC, "doctor-3");
    assertThat(few.exitCode).as(few.text).isEqualTo(78);
    few.shows("error", "retryMaxTimes", "3, less than --max-attempts 5", "-r 10000");

    Report none = doctor(broker, TOPIC, "doctor-none");
    assertThat(none.exitCode).as(none.text).isEqualTo(78);
    none.shows("error", "retryMaxTimes", "retryMaxTimes -1", "0 or less");

    Report usual = doctor(broker, TOPIC, "doctor-16", "--max-attempts", "3");
    assertThat(usual.exitCode).as(usual.text).isZero();
    usual.shows("warning", "retryMaxTimes", "retryMaxTimes 16", "-r 10000");
  }

  @Test
  void wrongPortLeavesTheRestToBeChecked() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      int closed = socket.getLocalPort();
      socket.close();
      Report report =
          report("--endpoints", "127.0.0.1:" + closed, "--db", file(), "--topic", TOPIC);
      assertThat(report.exitCode).as(report.text).isEqualTo(69);
      report.shows("unreachable", "endpoints", "no RocketMQ proxy at 127.0.0.1:" + closed);
      report.shows("note", "topic", "not checked");
      report.shows("ok", "invisible time", "30s");
    }
  }

  @Test
  void routeThatLeadsToADeadProxy() throws IOException {
    try (ServerSocket socket = new ServerSocket(0);
        MisleadingProxy proxy = new MisleadingProxy(socket.getLocalPort())) {
      socket.close();
      Report report =
          report(
              "--endpoints",
              proxy.endpoints(),
              "--topic",
              TOPIC,
              "--group",
              "doctor",
              "--db",
              file());
      assertThat(report.exitCode).as(report.text).isEqualTo(69);
      report.shows("ok", "endpoints", proxy.endpoints() + " answers");
      report.shows("ok", "topic", "is FIFO, 1 queues");
      report.shows(
          "unreachable",
          "consumer group",
          "the route leads to a proxy at 127.0.0.1:" + proxy.leadsTo(),
          "which does not answer",
          "an address that workers can reach");
      report.shows("note", "retryMaxTimes", "not checked");
    }
  }

  @Test
  void oneProxyOfTwoIsEnoughToStart(TestBroker broker) throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      int closed = socket.getLocalPort();
      socket.close();
      Report report =
          report(
              "--endpoints",
              "127.0.0.1:" + closed + ";" + broker.endpoints(),
              "--topic",
              TOPIC,
              "--group",
              "doctor",
              "--db",
              file());
      assertThat(report.exitCode).as(report.text).isZero();
      report.shows("warning", "endpoints", "no RocketMQ proxy at 127.0.0.1:" + closed);
      report.shows("ok", "consumer group", "'doctor' is orderly");
    }
  }

  @Test
  void schemaThatIsNotMigrated(TestBroker broker) {
    String url = TestDatabases.newUrl(Engine.POSTGRESQL);
    Report report = doctor(broker, TOPIC, "doctor", "--db", url);
    assertThat(report.exitCode).as(report.text).isEqualTo(78);
    report.shows("error", "schema", "lacks", "java -jar worker.jar migrate --db '" + url + "'");
    report.shows("ok", "database session", "read committed");
    report.shows("ok", "clock", "within 2 s");
    report.shows("ok", "connections", "19 for 16");
    // The tests' PostgreSQL trades durability for speed, and that is told.
    report.shows("warning", "durability", "synchronous_commit", "alter system set");
    report.shows("note", "start offset", "nothing of topic 'doctor'", "resetOffsetByTime");

    assertThat(report("--migrate", "--db", url, "--endpoints", broker.endpoints()).text)
        .contains("run applies them by itself");
  }

  @Test
  void whatOnlyBrokersTellIsAskedOfThem(TestBroker anyBroker) {
    assumeThat(anyBroker).isInstanceOf(LocalTestBroker.class); // Its NameServer can be reached.
    LocalTestBroker broker = (LocalTestBroker) anyBroker;
    Report report =
        doctor(
            broker,
            TOPIC,
            "doctor",
            "--admin-endpoint",
            broker.nameServer(),
            "--redelivery-horizon",
            "8784h",
            "--inbox-retention",
            "8784h",
            "--group-retention",
            "8784h");
    assertThat(report.exitCode).as(report.text).isZero();
    report.shows("ok", "retention", "keeps messages for 8760 h");
    report.shows("ok", "start offset", "'doctor' skips no message");

    Report tooShort = doctor(broker, TOPIC, "doctor", "--admin-endpoint", broker.nameServer());
    tooShort.shows("warning", "retention", "8760 h", "--redelivery-horizon 8784h");

    Report wrong = doctor(broker, TOPIC, "doctor", "--admin-endpoint", "127.0.0.1:1");
    assertThat(wrong.exitCode).as(wrong.text).isZero();
    wrong.shows("warning", "retention", "not known: NameServer 127.0.0.1:1");
    wrong.shows("warning", "start offset", "not known: NameServer 127.0.0.1:1");
  }

  @Test
  void workerRefusesToStartUnlessItIsTold(TestBroker broker) throws InterruptedException {
    Programs programs = new Programs(folder, broker, TOPIC, "doctor-concurrent");
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);

    JavaProcess.Result refused = programs.worker(database).await(SOON);
    assertThat(refused.exitCode()).as(refused.stderr()).isEqualTo(78);
    assertThat(refused.stderr().lines().filter(line -> line.startsWith("error: ")))
        .singleElement()
        .asString()
        .contains("'doctor-concurrent' is not orderly", "mqadmin updateSubGroup");

    JavaProcess.Result warned =
        programs.worker(database, "--preflight", "warn", "--until-idle", "1s").await(SOON);
    assertThat(warned.exitCode()).as(warned.stderr()).isZero();
    assertThat(warned.stderr()).contains("preflight: consumer group", "receiving:");
  }

  private Report doctor(TestBroker broker, String topic, String group, String... more) {
    List<String> all = new ArrayList<>();
    if (!List.of(more).contains("--db")) {
      all.addAll(List.of("--db", file()));
    }
    all.addAll(List.of("--endpoints", broker.endpoints(), "--topic", topic, "--group", group));
    all.addAll(List.of(more));
    return report(all.toArray(String[]::new));
  }

  private String file() {
    return "jdbc:h2:file:" + folder.resolve("worker");
  }

  /** The command as it is typed, in this process, since a dozen JVMs would take their time. */
  private static Report report(String... arguments) {
    List<String> all = new ArrayList<>(List.of("doctor", "--output", "json"));
    all.addAll(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(WorkerCommand.line(new LedgerHandler()), all.toArray(String[]::new));
    return new Report(exitCode, out + err.toString());
  }

  /** What the doctor said. */
  private record Report(int exitCode, String text) {
    void shows(String result, String check, String... parts) {
      List<String> found = new ArrayList<>();
      for (JsonNode finding : JsonMapper.shared().readTree(text)) {
        if (finding.get("result").asString().equals(result)
            && finding.get("check").asString().equals(check)) {
          found.add(
              finding.get("found").asString()
                  + " "
                  + finding.get("why").asString()
                  + " "
                  + finding.get("mend").asString());
        }
      }
      assertThat(found).as(text).anySatisfy(line -> assertThat(line).contains(parts));
    }
  }
}
