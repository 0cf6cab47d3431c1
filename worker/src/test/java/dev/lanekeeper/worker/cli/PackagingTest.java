package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.testing.Tool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files under ops/ that start workers: sound settings, few rights, and time to stop. */
class PackagingTest {
  private static final Path OPS = Path.of("..", "ops");
  private static final int DRAIN_SECONDS = 30;

  @TempDir private Path folder = Path.of("");

  private final YAMLMapper yaml = new YAMLMapper();

  @Test
  void settingsOfTheUnitAreSound() throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (String line : Files.readAllLines(OPS.resolve("systemd/lanekeeper-worker.service"))) {
      if (line.startsWith("Environment=")) {
        String[] pair = line.substring("Environment=".length()).split("=", 2);
        environment.put(pair[0], pair[1].replace("%L", folder.toString()));
      }
    }
    requireSound(environment, OPS.resolve("systemd/worker.properties"));
  }

  @Test
  void settingsOfTheComposeFileAreSound() throws IOException {
    JsonNode compose = yaml.readTree(OPS.resolve("compose.yaml").toFile());
    Map<String, String> environment = new HashMap<>();
    compose
        .path("x-worker")
        .path("environment")
        .forEachEntry((name, value) -> environment.put(name, value.asString()));
    requireSound(environment, Files.createFile(folder.resolve("empty.properties")));
  }

  @Test
  void settingsOfTheDeploymentAreSound() throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (JsonNode variable : container().path("env")) {
      environment.put(variable.path("name").asString(), variable.path("value").asString());
    }
    JsonNode settings = manifest("ConfigMap").path("data").path("worker.properties");
    requireSound(
        environment, Files.writeString(folder.resolve("worker.properties"), settings.asString()));
  }

  private void requireSound(Map<String, String> environment, Path file) throws IOException {
    Map<String, String> here = new HashMap<>(environment);
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    here.replaceAll((name, value) -> name.endsWith("_FILE") ? secret.toString() : value);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(here, new PrintWriter(out), new PrintWriter(err))
            .run(
                WorkerCommand.line((message, handle) -> Optional.empty()),
                "config",
                "check",
                "--config",
                file.toString());
    assertThat(exitCode).as(err.toString()).isZero();
  }

  @Test
  void workersOfTheComposeFileHaveFewRightsAndTimeToStop() {
    JsonNode compose = yaml.readTree(OPS.resolve("compose.yaml").toFile());
    JsonNode worker = compose.path("x-worker");
    assertThat(worker.path("read_only").asBoolean()).isTrue();
    assertThat(worker.path("cap_drop").path(0).asString()).isEqualTo("ALL");
    assertThat(worker.path("stop_grace_period").asString()).isEqualTo("45s");
    for (JsonNode service : compose.path("services")) {
      for (JsonNode port : service.path("ports")) {
        assertThat(port.asString()).startsWith("127.0.0.1:");
      }
    }
  }

  @Test
  void podsHaveFewRightsTimeToStopAndProbesThatAreThere() {
    JsonNode pod = manifest("Deployment").path("spec").path("template").path("spec");
    assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(DRAIN_SECONDS + 5);
    assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    JsonNode rights = container().path("securityContext");
    assertThat(rights.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(rights.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(probe("startupProbe")).isEqualTo("/startupz");
    assertThat(probe("readinessProbe")).isEqualTo("/readyz");
    assertThat(probe("livenessProbe")).isEqualTo("/livez");
  }

  @Test
  void serviceBudgetAndPolicyMeanThePodsOfTheDeployment() {
    JsonNode labels =
        manifest("Deployment").path("spec").path("template").path("metadata").path("labels");
    assertThat(manifest("Service").path("spec").path("selector")).isEqualTo(labels);
    assertThat(manifest("PodDisruptionBudget").path("spec").path("selector").path("matchLabels"))
        .isEqualTo(labels);
    JsonNode policy = manifest("NetworkPolicy").path("spec");
    assertThat(policy.path("podSelector").path("matchLabels")).isEqualTo(labels);
    assertThat(policy.path("policyTypes"))
        .extracting(JsonNode::asString)
        .containsExactly("Ingress", "Egress");
  }

  @ParameterizedTest
  @ValueSource(strings = {"worker", "producer-tool"})
  void imageRunsTheJvmAsProcessOneAndNotAsRoot(String program) throws IOException {
    List<String> lines = Files.readAllLines(OPS.resolve("container/" + program + ".Dockerfile"));
    assertThat(lines).contains("USER 10001:10001", "STOPSIGNAL SIGTERM");
    String entry = only(lines, "ENTRYPOINT ");
    JsonNode command = yaml.readTree(entry.substring("ENTRYPOINT ".length()));
    assertThat(command.isArray()).isTrue();
    assertThat(command.path(0).asString()).isEqualTo("java");
    assertThat(command.path(command.size() - 1).asString())
        .isEqualTo("/opt/lanekeeper/" + program + ".jar");
  }

  @Test
  void unitsAreSoundAndLocked() throws Exception {
    Tool systemd = Tool.onThePath("systemd-analyze", "systemd");
    Path units = OPS.resolve("systemd");
    for (String unit : List.of("lanekeeper-worker.service", "lanekeeper-migrate.service")) {
      systemd.run(units, "verify", "--man=no", "./" + unit);
      systemd.run(units, "security", "--offline=true", "--threshold=20", "./" + unit);
    }
    List<String> lines = Files.readAllLines(units.resolve("lanekeeper-worker.service"));
    String stop = only(lines, "TimeoutStopSec=");
    assertThat(Integer.parseInt(stop.substring("TimeoutStopSec=".length())))
        .isGreaterThan(DRAIN_SECONDS + 5);
  }

  @Test
  void manifestsAreReadByKubectl() throws Exception {
    assertThat(Tool.onThePath("kubectl", "kubernetes-client").run(OPS, "kustomize", "kubernetes"))
        .contains("kind: Deployment", "kind: NetworkPolicy");
  }

  @Test
  void configurationOfPrometheusIsReadByPromtool() throws Exception {
    Tool.onThePath("promtool", "prometheus")
        .run(OPS.resolve("prometheus"), "check", "config", "prometheus.yml");
  }

  @Test
  void scriptsAreLinted() throws Exception {
    Tool.onThePath("shellcheck", "shellcheck").run(OPS, "demo", "reproducible", "benchmark/run");
  }

  private JsonNode container() {
    return manifest("Deployment")
        .path("spec")
        .path("template")
        .path("spec")
        .path("containers")
        .path(0);
  }

  private String probe(String name) {
    return container().path(name).path("httpGet").path("path").asString();
  }

  private JsonNode manifest(String kind) {
    try (Stream<JsonNode> all =
        yaml
            .readerFor(JsonNode.class)
            .<JsonNode>readValues(OPS.resolve("kubernetes/worker.yaml").toFile())
            .readAll()
            .stream()) {
      return all.filter(it -> it.path("kind").asString().equals(kind)).findFirst().orElseThrow();
    }
  }

  private static String only(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }
}
