package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.Cell;
import dev.lanekeeper.benchmark.cell.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where results are kept: every measurement in {@code results.json}, from which the table in {@code
 * README.md} and the chart {@code throughput.svg} are made. A run replaces the cells that it
 * measured; the others stay. Not thread-safe.
 */
public final class ResultFiles {
  private static final String CHART_LINK =
      "![Messages a second of each consumer](throughput.svg)\n";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path folder;

  public ResultFiles(Path folder) {
    this.folder = folder;
  }

  /** Writes all three; the README only where there is one. */
  public void write(List<Series.Outcome> outcomes) throws IOException {
    List<Series.Outcome> all = merged(outcomes);
    Files.createDirectories(folder);
    Files.writeString(file("results.json"), JSON.writeValueAsString(all) + "\n");
    Files.writeString(file("throughput.svg"), Chart.of(all));
    new GeneratedPart("results")
        .write(file("README.md"), CHART_LINK + "\n" + MarkdownTable.of(all));
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private List<Series.Outcome> merged(List<Series.Outcome> outcomes) throws IOException {
    Set<Cell> replaced =
        outcomes.stream().map(Series.Outcome::cell).collect(Collectors.toUnmodifiableSet());
    List<Series.Outcome> all = new ArrayList<>(outcomes);
    read().stream().filter(known -> !replaced.contains(known.cell())).forEach(all::add);
    all.sort(
        Comparator.comparing((Series.Outcome outcome) -> outcome.cell().engine())
            .reversed()
            .thenComparing(outcome -> outcome.cell().pauseMillis())
            .thenComparing(outcome -> outcome.cell().distribution()));
    return all;
  }

  private List<Series.Outcome> read() throws IOException {
    Path file = file("results.json");
    return Files.exists(file)
        ? JSON.readValue(Files.readString(file), new TypeReference<List<Series.Outcome>>() {})
        : List.of();
  }
}
