package dev.lanekeeper.worker.testing;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged programs under test. */
public final class Jars {
  private Jars() {}

  public static Path worker() {
    return jar("worker");
  }

  public static Path producerTool() {
    return jar("producer-tool");
  }

  public static Path localBroker() {
    return jar("local-broker");
  }

  /** The sample of a handler that others build. */
  public static Path pointsHandler() {
    return jar("points-handler");
  }

  /** Where this module's test classes are. */
  public static Path testClasses() {
    return Path.of(Jars.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  private static Path jar(String name) {
    String property = "lanekeeper.jar." + name;
    Path jar =
        Path.of(requireNonNull(System.getProperty(property), () -> "set -D" + property))
            .normalize();
    if (!Files.exists(jar)) {
      throw new IllegalStateException("not built yet: " + jar);
    }
    return jar;
  }
}
