package dev.lanekeeper.worker.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard that ops/ ships: each panel asks for metrics that the worker has. */
class DashboardTest {
  private static final Pattern METRIC = Pattern.compile("\\b(lanekeeper_[a-z_]+)");

  private final JsonNode dashboard =
      JsonMapper.shared().readTree(Path.of("..", "ops", "grafana", "dashboard.json").toFile());

  @Test
  void everyPanelSaysWhatItShows() {
    assertThat(panels()).hasSizeGreaterThan(15);
    assertThat(panels())
        .allSatisfy(
            panel -> {
              assertThat(panel.path("title").asString()).isNotBlank();
              assertThat(panel.path("description").asString()).isNotBlank();
              assertThat(panel.path("targets")).isNotEmpty();
            });
    assertThat(panels()).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
  }

  @Test
  void everyMetricIsDocumented() throws Exception {
    String documented = Files.readString(Path.of("README.md"));
    for (JsonNode panel : panels()) {
      for (JsonNode target : panel.path("targets")) {
        Matcher metric = METRIC.matcher(target.path("expr").asString());
        while (metric.find()) {
          String name = metric.group(1).replaceFirst("_bucket$", "");
          assertThat(documented).as(panel.path("title").asString()).contains("`" + name + "`");
        }
      }
    }
  }

  private List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      if (!panel.path("type").asString().equals("row")) {
        panels.add(panel);
      }
    }
    return panels;
  }
}
