package dev.lanekeeper.worker.handler;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Jars that see each other: one jar, or all jars of one folder. Immutable.
 *
 * @param origin the jar or the folder, as it was named
 * @param jars at least one, sorted by name
 */
record JarSet(Path origin, List<Path> jars) {

  /**
   * Looks at what was named.
   *
   * @throws ProgramException when there is no such jar, or no jar in the folder
   */
  static JarSet of(Path origin) {
    if (!Files.exists(origin)) {
      throw wrong(origin, "there is no such file or folder");
    }
    try {
      List<Path> jars = Files.isDirectory(origin) ? jarsIn(origin) : List.of(origin);
      if (jars.isEmpty()) {
        throw wrong(origin, "no .jar file is in this folder");
      }
      for (Path jar : jars) {
        new JarFile(jar.toFile()).close(); // A class loader takes a broken jar for an empty one.
      }
      return new JarSet(origin, jars);
    } catch (IOException unreadable) {
      throw wrong(origin, "it cannot be read as a jar: " + unreadable.getMessage());
    }
  }

  private static List<Path> jarsIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  /** A class loader of these jars alone, besides what is shared. */
  URLClassLoader classLoader(ClassLoader shared) {
    return new URLClassLoader(
        "handlers in " + origin, jars.stream().map(JarSet::url).toArray(URL[]::new), shared);
  }

  private static URL url(Path jar) {
    try {
      return jar.toAbsolutePath().toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException("a file has a URL", impossible);
    }
  }

  private static ProgramException wrong(Path origin, String what) {
    return new ProgramException(ExitCode.CONFIGURATION, "--handlers-path " + origin + ": " + what);
  }
}
