package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is known about the files beyond their spelling; a picocli mixin. Then only read. */
final class CheckOptions {
  private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9._-]{1,120}");

  @Option(
      names = "--whole-orders",
      fallbackValue = "true",
      description = {
        "The files hold every order from its first record on: refuse gaps too, and what an order's",
        "life does not allow, such as a second create or an add after the delete (off)."
      })
  private boolean wholeOrders;

  @Option(
      names = "--group-field",
      paramLabel = "NAME",
      description = {
        "For other data than ledgers, CSV or JSON Lines: the column or key with the message group",
        "(none: the files are ledgers). Needs --id-field and --type."
      })
  private @Nullable String groupField;

  @Option(
      names = "--id-field",
      paramLabel = "NAME",
      description = "The column or key with the record's id, which no other record has (none).")
  private @Nullable String idField;

  @Option(
      names = "--sequence-field",
      paramLabel = "NAME",
      description = {
        "The column or key with the record's place in its message group, a whole number that rises",
        "(none: the order of the files tells)."
      })
  private @Nullable String sequenceField;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "The CloudEvents type of all records, such as com.example.stock.v1 (none).")
  private @Nullable String type;

  boolean areWholeOrders() {
    return wholeOrders;
  }

  /**
   * Which fields are what; empty where the files are ledgers.
   *
   * @throws ProgramException when only some of it is said
   */
  Optional<FieldNames> otherData() {
    boolean nothing =
        groupField == null && idField == null && sequenceField == null && type == null;
    if (nothing) {
      return Optional.empty();
    }
    if (groupField == null || idField == null || type == null) {
      throw new ProgramException(
          ExitCode.USAGE, "other data than ledgers needs --group-field, --id-field and --type");
    }
    if (wholeOrders) {
      throw new ProgramException(
          ExitCode.USAGE, "--whole-orders is about ledgers; leave it out with --group-field");
    }
    if (!TYPE.matcher(type).matches()) {
      throw new ProgramException(
          ExitCode.USAGE,
          "--type '%s': write letters, digits, dots, hyphens and underscores, 120 at most"
              .formatted(type));
    }
    return Optional.of(
        new FieldNames(groupField, idField, Optional.ofNullable(sequenceField), type));
  }
}
