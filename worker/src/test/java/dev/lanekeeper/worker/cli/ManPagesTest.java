package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.worker.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * The man pages, made of what the commands say of themselves: in {@code target/man} as AsciiDoc,
 * and where asciidoctor is there as pages for man.
 */
class ManPagesTest {
  private static final Path FOLDER = Path.of("target", "man");

  private final CommandLine worker = WorkerCommand.line((message, handle) -> Optional.empty());

  @Test
  void everyCommandHasAPage() throws Exception {
    generate();
    assertThat(pages("adoc"))
        .extracting(page -> page.getFileName().toString())
        .contains(
            "worker.jar.adoc",
            "worker.jar-run.adoc",
            "worker.jar-config-show.adoc",
            "worker.jar-groups-redrive.adoc",
            "worker.jar-top.adoc");
    assertThat(Files.readString(FOLDER.resolve("worker.jar-run.adoc")))
        .contains("--invisible-time", "Exit codes: 0 ended in order");
  }

  @Test
  void pagesAreTakenByMan() throws Exception {
    Tool asciidoctor = Tool.onThePath("asciidoctor", "asciidoctor");
    Tool mandoc = Tool.onThePath("mandoc", "mandoc");
    generate();
    asciidoctor.run(FOLDER, arguments("-b", "manpage", "-a", "reproducible", pages("adoc")));
    List<Path> pages = pages("1");
    for (Path page : pages) {
      leaveOutMacrosForLinks(page);
    }
    assertThat(pages).hasSameSizeAs(pages("adoc"));
    mandoc.run(FOLDER, arguments("-T", "lint", "-W", "error", pages));
  }

  private void generate() throws IOException {
    Files.createDirectories(FOLDER);
    int code =
        ManPageGenerator.generateManPage(
            FOLDER.toFile(), null, new boolean[0], true, worker.getCommandSpec());
    assertThat(code).isZero();
  }

  /** Asciidoctor asks for those of groff, which not every man has; these pages have no links. */
  private static void leaveOutMacrosForLinks(Path page) throws IOException {
    List<String> lines =
        Files.readAllLines(page).stream()
            .filter(line -> !line.matches("\\.\\s*(mso|LINKSTYLE) .*"))
            .toList();
    Files.write(page, lines);
  }

  private static String[] arguments(
      String option, String value, String other, String otherValue, List<Path> pages) {
    return Stream.concat(
            Stream.of(option, value, other, otherValue),
            pages.stream().map(page -> page.getFileName().toString()))
        .toArray(String[]::new);
  }

  private static List<Path> pages(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith("." + suffix)).sorted().toList();
    }
  }
}
