package dev.lanekeeper.producer.journal;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a checkpoint is about: which ledger goes where, and how it is read. Immutable.
 *
 * @param files in the order in which they are sent, which numbers their records
 * @param settings what else numbers them
 */
record Sending(String endpoints, String topic, List<LedgerDigest> files, SendSettings settings) {
  /** Version 1 had no settings. */
  private static final int VERSION = 2;

  Sending {
    files = List.copyOf(files);
  }

  static Sending of(
      String endpoints, String topic, List<CheckedFile> files, SendSettings settings) {
    return new Sending(endpoints, topic, files.stream().map(LedgerDigest::of).toList(), settings);
  }

  /** The first line of a checkpoint. */
  String line() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("version", VERSION);
    json.put("endpoints", endpoints);
    json.put("topic", topic);
    ArrayNode list = json.putArray("files");
    files.forEach(file -> list.addObject().put("file", file.file()).put("sha256", file.sha256()));
    ObjectNode options = json.putObject("settings");
    settings.values().forEach(options::put);
    return new String(CanonicalJson.write(json), StandardCharsets.UTF_8);
  }

  /** Reads {@link #line} of a checkpoint. */
  static Sending read(Path checkpoint, String line) {
    try {
      JsonNode json = CanonicalJson.read(line.getBytes(StandardCharsets.UTF_8));
      int version = json.path("version").asInt(0);
      if (version == 0) {
        throw notACheckpoint(checkpoint);
      }
      if (version != VERSION) {
        throw otherVersion(checkpoint, version);
      }
      List<LedgerDigest> files = new ArrayList<>();
      for (JsonNode file : json.path("files").values()) {
        files.add(
            new LedgerDigest(file.path("file").asString(""), file.path("sha256").asString("")));
      }
      SortedMap<String, String> settings = new TreeMap<>();
      json.path("settings")
          .properties()
          .forEach(option -> settings.put(option.getKey(), option.getValue().asString("")));
      return new Sending(
          json.path("endpoints").asString(""),
          json.path("topic").asString(""),
          files,
          new SendSettings(settings));
    } catch (JacksonException malformed) {
      throw notACheckpoint(checkpoint);
    }
  }

  /**
   * Makes sure that a checkpoint is about this and nothing else, since its numbers would point at
   * other records.
   *
   * @throws ProgramException when it is not
   */
  void mustMatch(Path checkpoint, Sending begun) {
    if (!begun.endpoints().equals(endpoints) || !begun.topic().equals(topic)) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "%s: sending began to topic '%s' at %s; name these, or send from the beginning to '%s' at %s with another --checkpoint FILE"
              .formatted(checkpoint, begun.topic(), begun.endpoints(), topic, endpoints));
    }
    if (begun.files().size() != files.size()) {
      throw changed(checkpoint, "%d files were given, not %d", begun.files().size(), files.size());
    }
    for (int i = 0; i < files.size(); i++) {
      if (!begun.files().get(i).sha256().equals(files.get(i).sha256())) {
        throw changed(
            checkpoint,
            "%s has changed since (SHA-256 was %s, is %s)",
            files.get(i).file(),
            begun.files().get(i).sha256(),
            files.get(i).sha256());
      }
    }
    settings
        .differenceFrom(begun.settings())
        .ifPresent(
            difference -> {
              throw new ProgramException(
                  ExitCode.CONFIGURATION,
                  "%s: sending began %s; run it as it began, or delete the checkpoint to send all of it anew"
                      .formatted(checkpoint, difference));
            });
  }

  private static ProgramException changed(Path checkpoint, String what, Object... values) {
    return new ProgramException(
        ExitCode.DATA,
        checkpoint
            + ": part of this ledger is sent, and "
            + what.formatted(values)
            + "; put back what was there, or delete the checkpoint to send all of it anew");
  }

  static ProgramException notACheckpoint(Path checkpoint) {
    return new ProgramException(
        ExitCode.DATA,
        checkpoint
            + ": no checkpoint; delete it to send from the beginning, or name another with"
            + " --checkpoint FILE");
  }

  private static ProgramException otherVersion(Path checkpoint, int version) {
    return new ProgramException(
        ExitCode.DATA,
        "%s: a checkpoint of version %d, this program reads version %d; finish with the program that began, or delete the checkpoint to send all of it anew"
            .formatted(checkpoint, version, VERSION));
  }
}
