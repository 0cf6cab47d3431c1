package dev.lanekeeper.producer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as people run it: a process of its own. */
@Timeout(60)
class ProducerToolJarIT {
  @TempDir private Path folder = Path.of("");

  @Test
  void helpNamesTheCommands() throws Exception {
    Run run = run("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: producer-tool").contains("replay", "generate");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void versionIsThatOfTheJar() throws Exception {
    assertThat(run("--version").out()).matches("producer-tool \\d+\\.\\d+\\.\\d+.*\n");
  }

  @Test
  void fileWithAProblemExitsWithItsCode() throws Exception {
    Run run = run("replay", LedgerFiles.ofCase("C4.csv").toString());

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("line 5 (record 2): amount \"oops\"");
  }

  @Test
  void closedPortExitsSoonWithOnePlainLine() throws Exception {
    Run run = run("replay", "--endpoints", "127.0.0.1:1", LedgerFiles.ofCase("C11.csv").toString());

    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.out()).isEmpty();
    assertThat(ownLines(run.err()))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("error: no RocketMQ proxy at 127.0.0.1:1"));
    assertThat(run.seconds()).isLessThan(30);
  }

  @Test
  void unwritableLogFolderDoesNotStopIt() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    Run run =
        run(
            "replay",
            "--endpoints",
            "127.0.0.1:1",
            "--client-log-dir",
            file.resolve("log").toString(),
            LedgerFiles.ofCase("C11.csv").toString());

    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(ownLines(run.err()))
        .satisfiesExactly(
            told -> assertThat(told).contains("the RocketMQ client keeps no log: ", "file/log"),
            end -> assertThat(end).startsWith("error: no RocketMQ proxy at 127.0.0.1:1"));
  }

  @Test
  void textIsUtf8WhateverTheLocale() throws Exception {
    assertThat(run("balances", LedgerFiles.ofCase("C10.csv").toString()).out())
        .contains("caf\u00e9-7", "\ud83e\uddfe-1");
  }

  /** Where it is kept has no name: nothing is left behind, however the process ends. */
  @Test
  void standardInputIsNotLeftBehindByAKilledProcess() throws Exception {
    byte[] records = "add,A,t1,,1,EUR,,,\n".repeat(20_000).getBytes(UTF_8);
    Process process = builder("validate", "--input-format", "csv", "-").start();
    try (OutputStream input = process.getOutputStream()) {
      input.write(records);
      input.flush(); // More than a pipe holds: it has begun to keep what it reads.
      process.destroyForcibly();
      assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
    } catch (IOException closed) {
      assertThat(process.isAlive()).isFalse();
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).noneMatch(file -> file.toString().endsWith(".spool"));
    }
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = builder(arguments).start();
    process.getOutputStream().close();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
    return new Run(
        process.exitValue(),
        Files.readString(out(), UTF_8),
        Files.readString(err(), UTF_8),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Djava.io.tmpdir=" + folder, "-Duser.home=" + folder, "-jar", jar()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out().toFile()).redirectError(err().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LANEKEEPER_"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  private Path out() {
    return folder.resolve("out");
  }

  /** Without what a JVM from 24 on says about the client's Netty. */
  private static List<String> ownLines(String err) {
    return err.lines().filter(line -> !line.isBlank() && !line.startsWith("WARNING: ")).toList();
  }

  private Path err() {
    return folder.resolve("err");
  }

  private static String jar() {
    return requireNonNull(System.getProperty("producer-tool.jar"), "set by the build");
  }

  private record Run(int exitCode, String out, String err, long seconds) {}
}
