package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A replay that ended before it sent anything, for programs that read its summary. Immutable.
 *
 * @param failure why
 * @param refused the files with their problems, where that is why
 */
record NothingSent(boolean dryRun, ProgramException failure, Optional<CheckResult> refused) {

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("dry_run", dryRun);
    json.put("complete", false);
    json.put("outcome", outcome(failure.exitCode()));
    json.put("exit_code", failure.exitCode().code());
    json.put("error", failure.getMessage());
    json.put("sent", 0);
    json.put("problems", refused.map(CheckResult::problemCount).orElse(0L));
    ArrayNode list = json.putArray("first_problems");
    refused.map(CheckResult::problems).orElse(List.of()).forEach(list::add);
    return json;
  }

  private static String outcome(ExitCode code) {
    return switch (code) {
      case USAGE, CONFIGURATION -> "wrong_settings";
      case DATA -> "bad_input";
      case UNAVAILABLE -> "unavailable";
      case IO -> "file_failed";
      case OK, SOFTWARE, TEMPORARY -> "not_sent";
    };
  }
}
