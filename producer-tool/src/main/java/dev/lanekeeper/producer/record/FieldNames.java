package dev.lanekeeper.producer.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which fields of other data than a ledger's say what a message needs. Immutable.
 *
 * @param group the field with the message group
 * @param id the field with what tells the record from all others
 * @param sequence the field with its place in its group; where there is none, file order tells
 * @param type the CloudEvents type of all records
 */
public record FieldNames(String group, String id, Optional<String> sequence, String type) {
  /** RocketMQ takes message groups of less than 64 bytes. */
  private static final int GROUP_BYTES = 63;

  /** What the worker's tables hold. */
  private static final int ID_BYTES = 255;

  /** All names, which a record must have. */
  public List<String> names() {
    return Stream.concat(Stream.of(group, id), sequence.stream()).toList();
  }

  /**
   * Takes a record apart, or says everything that is wrong with these fields.
   *
   * @param body what is sent of it
   */
  public ParsedRecord parse(ObjectNode record, byte[] body) {
    List<String> problems = new ArrayList<>();
    String messageGroup =
        checked(problems, record, group, text -> Identifier.parse(named(group), text, GROUP_BYTES));
    String identity =
        checked(problems, record, id, text -> Identifier.parse(named(id), text, ID_BYTES));
    Long place =
        sequence.isEmpty()
            ? null
            : checked(
                problems,
                record,
                sequence.get(),
                text -> SequenceNumber.parse(named(sequence.get()), text));
    if (messageGroup == null || identity == null || !problems.isEmpty()) {
      return new ParsedRecord.Invalid(problems);
    }
    return new ParsedRecord.Valid(
        new OtherRecord(
            messageGroup,
            identity,
            place == null ? OptionalLong.empty() : OptionalLong.of(place),
            type,
            body));
  }

  /** Whose a record is in which something else is wrong. */
  public Optional<Belonging> belonging(ObjectNode record) {
    List<String> ignored = new ArrayList<>();
    String messageGroup =
        checked(ignored, record, group, text -> Identifier.parse(named(group), text, GROUP_BYTES));
    // Sequences rise, so where it stands says enough.
    return Optional.ofNullable(messageGroup)
        .map(name -> new Belonging(name, sequence.isPresent(), OptionalLong.empty()));
  }

  private static <T> @Nullable T checked(
      List<String> problems, ObjectNode record, String name, FieldRule<T> rule) {
    JsonNode value = record.path(name);
    try {
      if (value.isMissingNode() || value.isNull() || value.asString("?").isEmpty()) {
        throw new FieldException(named(name) + ": missing or empty; every record has it");
      }
      if (!value.isString() && !value.isIntegralNumber()) {
        throw new FieldException(named(name) + ": write a text or a whole number");
      }
      return rule.parse(value.asString());
    } catch (FieldException refused) {
      problems.add(refused.problem());
      return null;
    }
  }

  private static String named(String field) {
    return "field '" + field + "'";
  }
}
