package dev.lanekeeper.worker.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.worker.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The alerts that ops/ ships: each has a runbook and a case, and asks for metrics that exist. */
class AlertsTest {
  private static final Path PROMETHEUS = Path.of("..", "ops", "prometheus");
  private static final Pattern METRIC = Pattern.compile("\\b(lanekeeper_[a-z_]+)");
  private static final Pattern TABLED = Pattern.compile("`(lanekeeper_[a-z_]+)`");

  private final YAMLMapper yaml = new YAMLMapper();

  @Test
  void eachAlertHasASeverityAndASectionOfTheRunbook() throws IOException {
    Set<String> sections =
        Files.readAllLines(Path.of("..", "ops", "README.md")).stream()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-'))
            .collect(Collectors.toSet());
    assertThat(rules()).hasSizeGreaterThan(10);
    for (JsonNode rule : rules()) {
      String runbook = rule.path("annotations").path("runbook").asString();
      assertThat(runbook).startsWith("ops/README.md#");
      assertThat(sections).contains(runbook.substring(runbook.indexOf('#') + 1));
      assertThat(rule.path("labels").path("severity").asString()).isIn("page", "ticket");
    }
  }

  @Test
  void eachAlertHasACase() throws IOException {
    JsonNode cases = yaml.readTree(PROMETHEUS.resolve("alerts_test.yml").toFile()).path("tests");
    Set<String> tested =
        cases.valueStream().map(it -> it.path("name").asString()).collect(Collectors.toSet());
    assertThat(rules())
        .extracting(rule -> rule.path("alert").asString())
        .containsExactlyInAnyOrderElementsOf(tested);
    assertThat(cases.valueStream())
        .allSatisfy(
            it -> assertThat(it.path("alert_rule_test").path(0).path("exp_alerts")).isNotEmpty());
  }

  @Test
  void metricsOfTheAlertsAreDocumented() throws IOException {
    Set<String> documented = matches(TABLED, Files.readString(Path.of("README.md")));
    Set<String> asked = new TreeSet<>();
    for (JsonNode rule : rules()) {
      asked.addAll(matches(METRIC, rule.path("expr").asString()));
    }
    assertThat(documented).containsAll(asked);
  }

  @Test
  void promtoolFindsThatTheyFireAsTheirCasesSay() throws Exception {
    Tool promtool = Tool.onThePath("promtool", "prometheus");
    promtool.run(PROMETHEUS, "check", "rules", "alerts.yml");
    promtool.run(PROMETHEUS, "test", "rules", "alerts_test.yml");
  }

  private List<JsonNode> rules() throws IOException {
    return yaml.readTree(PROMETHEUS.resolve("alerts.yml").toFile())
        .path("groups")
        .valueStream()
        .flatMap(group -> group.path("rules").valueStream())
        .toList();
  }

  private static Set<String> matches(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    Set<String> found = new TreeSet<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
