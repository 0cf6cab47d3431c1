package dev.lanekeeper.worker.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What lets a child JVM start quickly, since the tests start hundreds that live for seconds: no
 * compiler and no collector that would only pay later, and an archive of the classes of its jar
 * (JEP 350), which takes a third off the processor time of a start. The archive is made in the
 * background, once for a jar and a JDK; who starts before it is there starts without. Thread-safe.
 */
final class QuickStart {
  private static final List<String> SHORT_LIFE =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** The JVM says on standard output which classes it cannot archive, and when one does not fit. */
  private static final List<String> QUIET = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Map<Path, Path> BEGUN = new ConcurrentHashMap<>();

  private QuickStart() {}

  /** The options of a JVM with these arguments. */
  static List<String> options(List<String> arguments) {
    List<String> options = new ArrayList<>(SHORT_LIFE);
    for (String argument : arguments) {
      Path first = Path.of(argument.split(File.pathSeparator, 2)[0]);
      if (first.endsWith("worker.jar")) {
        options.addAll(
            archive(first, List.of("run", "--group", "g", "--db", "jdbc:h2:mem:t", "--migrate")));
        break;
      }
      if (first.endsWith("producer-tool.jar")) {
        options.addAll(archive(first, List.of("replay", "ledger.csv", "--no-checkpoint")));
        break;
      }
    }
    return options;
  }

  private static List<String> archive(Path jar, List<String> command) {
    Path archive =
        BEGUN.computeIfAbsent(
            jar,
            begun -> {
              Path file = file(jar);
              if (!Files.exists(file)) {
                Thread thread = new Thread(() -> make(file, jar, command), "class-archive");
                thread.setDaemon(true);
                thread.start();
              }
              return file;
            });
    if (!Files.exists(archive)) {
      return List.of();
    }
    List<String> options = new ArrayList<>(QUIET);
    options.add("-XX:SharedArchiveFile=" + archive);
    return options;
  }

  private static Path file(Path jar) {
    try {
      return jar.resolveSibling(
          "%s-%s-%x.jsa"
              .formatted(
                  jar.getFileName(),
                  System.getProperty("java.version"),
                  Files.getLastModifiedTime(jar).toMillis()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Runs a command that loads most classes, and ends since nothing listens where it connects to.
   */
  private static void make(Path file, Path jar, List<String> command) {
    Path half = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.addAll(SHORT_LIFE);
    all.addAll(QUIET);
    all.addAll(List.of("-XX:ArchiveClassesAtExit=" + half, "-jar", jar.toString()));
    all.addAll(command);
    all.addAll(List.of("--topic", "t", "--endpoints", "127.0.0.1:1"));
    try {
      Path folder = Files.createTempDirectory(file.getParent(), "class-archive");
      TestLedger.interleaved(1, 1, 1).write(folder.resolve("ledger.csv"));
      Process process =
          new ProcessBuilder(all)
              .directory(folder.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      if (process.waitFor(LONG.toMillis(), TimeUnit.MILLISECONDS) && Files.exists(half)) {
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
