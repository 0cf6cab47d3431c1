package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Jars with handlers, compiled from source as somebody else would. For one thread. */
public final class HandlerJar {
  private static final String PROVIDER =
      """
      public final class %1$s
          implements dev.lanekeeper.api.HandlerProvider, dev.lanekeeper.api.MessageHandler {
        public String name() { return "%2$s"; }
        public java.util.Set<String> types() { return java.util.Set.of(%3$s); }
        public int apiVersion() { return API_VERSION; }
        public dev.lanekeeper.api.MessageHandler create() throws Exception { return this; }
        public java.util.Optional<String> handle(
            dev.lanekeeper.api.Message message, org.jdbi.v3.core.Handle handle) throws Exception {
          %4$s
        }
      }
      """;

  private final Path folder;
  private final Map<String, String> sources = new TreeMap<>();
  private final List<String> services = new ArrayList<>();
  private final List<Path> libraries = new ArrayList<>();

  /**
   * @param folder where the jar is made
   */
  public HandlerJar(Path folder) {
    this.folder = folder;
  }

  /** A handler with this body, whose class is named like it; it is its own provider. */
  public HandlerJar handler(String name, List<String> types, String body) {
    String quoted = String.join(", ", types.stream().map(type -> "\"" + type + "\"").toList());
    return provider(name, PROVIDER.formatted(name, name, quoted, body));
  }

  /** A provider from its source. */
  public HandlerJar provider(String className, String source) {
    services.add(className);
    return source(className, source);
  }

  /** A class that is named as a provider, and is not there. */
  public HandlerJar missingProvider(String className) {
    services.add(className);
    return this;
  }

  /** Any other class. */
  public HandlerJar source(String className, String source) {
    sources.put(className, source);
    return this;
  }

  /** What the sources are compiled against besides the worker, and before it. */
  public HandlerJar library(Path jar) {
    libraries.add(jar);
    return this;
  }

  /** Compiles, and packs. */
  public Path build(String jarName) {
    try {
      Path classes = Files.createTempDirectory(folder, "classes");
      if (!sources.isEmpty()) {
        compile(classes);
      }
      Path jar = folder.resolve(jarName);
      Files.createDirectories(requireNonNull(jar.getParent()));
      pack(classes, jar);
      return jar;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void compile(Path classes) throws IOException {
    List<Path> files = new ArrayList<>();
    Path sourceFolder = Files.createTempDirectory(folder, "sources");
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = sourceFolder.resolve(source.getKey().replace('.', '/') + ".java");
      Files.createDirectories(requireNonNull(file.getParent()));
      files.add(Files.writeString(file, source.getValue()));
    }
    List<String> classPath = new ArrayList<>(libraries.stream().map(Path::toString).toList());
    classPath.add(System.getProperty("java.class.path"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of(
                      "-proc:none",
                      "-d",
                      classes.toString(),
                      "-cp",
                      String.join(System.getProperty("path.separator"), classPath)),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        throw new IllegalStateException(messages.toString());
      }
    }
  }

  private void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
      if (!services.isEmpty()) {
        entries.putNextEntry(new JarEntry("META-INF/services/dev.lanekeeper.api.HandlerProvider"));
        entries.write(String.join("\n", services).getBytes(UTF_8));
      }
    }
  }
}
