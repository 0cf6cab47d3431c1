package dev.lanekeeper.producer.journal;

import dev.lanekeeper.api.CanonicalJson;
import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a checkpoint is about: which ledger goes where. Immutable.
 *
 * @param files in the order in which they are sent, which numbers their records
 */
record Sending(String endpoints, String topic, List<LedgerDigest> files) {
  private static final int VERSION = 1;

  Sending {
    files = List.copyOf(files);
  }

  static Sending of(String endpoints, String topic, List<CheckedFile> files) {
    return new Sending(endpoints, topic, files.stream().map(LedgerDigest::of).toList());
  }

  /** The first line of a checkpoint. */
  String line() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("version", VERSION);
    json.put("endpoints", endpoints);
    json.put("topic", topic);
    ArrayNode list = json.putArray("files");
    files.forEach(file -> list.addObject().put("file", file.file()).put("sha256", file.sha256()));
    return new String(CanonicalJson.write(json), StandardCharsets.UTF_8);
  }

  /** Reads {@link #line} of a checkpoint. */
  static Sending read(Path checkpoint, String line) {
    try {
      JsonNode json = CanonicalJson.read(line.getBytes(StandardCharsets.UTF_8));
      if (json.path("version").asInt(0) != VERSION) {
        throw notACheckpoint(checkpoint);
      }
      List<LedgerDigest> files = new ArrayList<>();
      for (JsonNode file : json.path("files").values()) {
        files.add(
            new LedgerDigest(file.path("file").asString(""), file.path("sha256").asString("")));
      }
      return new Sending(
          json.path("endpoints").asString(""), json.path("topic").asString(""), files);
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
            + ": no checkpoint of this version; delete it to send from the beginning, or name"
            + " another with --checkpoint FILE");
  }
}
