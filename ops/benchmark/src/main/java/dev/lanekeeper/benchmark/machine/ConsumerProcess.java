package dev.lanekeeper.benchmark.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.benchmark.consumer.ConsumerMain;
import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A consumer, alone in its process. Closing it kills it. Thread-safe. */
public final class ConsumerProcess implements AutoCloseable {
  private static final Pattern PEAK = Pattern.compile("^VmHWM:\\s+(\\d+) kB", Pattern.MULTILINE);

  private static final Pattern USED = Pattern.compile("\\bused (\\d+)K");

  private final Process process;
  private final Path log;

  private ConsumerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param heap its largest heap, as the JVM's -Xmx takes it
   * @param arguments those of {@link ConsumerMain}
   * @param log where what it prints goes
   */
  public static ConsumerProcess start(
      String heap, ConsumerSettings settings, List<String> arguments, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Java.PROGRAM);
    command.add("-Xmx" + heap);
    command.addAll(Java.COMPILERS_FIRST);
    command.add(
        "-Drocketmq.logback.configurationFile=dev/lanekeeper/program/broker/client-log-off.xml");
    command.addAll(settings.jvmOptions());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ConsumerMain.class.getName());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LANEKEEPER_"));
    return new ConsumerProcess(builder.start(), log);
  }

  /** Throws, with the end of its log, when it has ended by itself. */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "the consumer ended with %d:%n%s".formatted(process.exitValue(), Tail.of(log)));
    }
  }

  /** The end of what it printed. */
  public String lastLines() {
    return Tail.of(log);
  }

  /** Processor time that it has used, user and system. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** The most memory that it had resident, in MiB, as the kernel kept it. */
  public double peakMemory() throws IOException {
    String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
    Matcher peak = PEAK.matcher(status);
    if (!peak.find()) {
      throw new IllegalStateException("the kernel tells no peak of resident memory");
    }
    return Long.parseLong(peak.group(1)) / 1024.0;
  }

  /** What is alive in its heap, in MiB: what a full collection leaves. */
  public double liveHeap() throws IOException, InterruptedException {
    diagnose("GC.run");
    Matcher used = USED.matcher(diagnose("GC.heap_info"));
    if (!used.find()) {
      throw new IllegalStateException("the JVM tells nothing of its heap");
    }
    return Long.parseLong(used.group(1)) / 1024.0;
  }

  private String diagnose(String command) throws IOException, InterruptedException {
    Process tool =
        new ProcessBuilder(Java.DIAGNOSE, Long.toString(process.pid()), command)
            .redirectErrorStream(true)
            .start();
    String answer = new String(tool.getInputStream().readAllBytes(), UTF_8);
    if (tool.waitFor() != 0) {
      throw new IllegalStateException("the consumer's JVM answers " + command + " with " + answer);
    }
    return answer;
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
