package dev.lanekeeper.producer.journal;

import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.ReadingRules;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings that decide which records of a ledger are sent and who they are: with others, the
 * same number is another record. Immutable.
 *
 * @param values by the option's name; an option that was not given has none
 */
public record SendSettings(SortedMap<String, String> values) {
  public SendSettings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /**
   * Those of a run.
   *
   * @param files all read by the same rules
   * @param onError what was done about wrong records, as it is written on the command line
   */
  public static SendSettings of(List<CheckedFile> files, boolean wholeOrders, String onError) {
    SortedMap<String, String> values = new TreeMap<>();
    values.put("--whole-orders", String.valueOf(wholeOrders));
    values.put("--on-error", onError);
    values.put("--input-format", formats(files));
    files.stream().findFirst().ifPresent(file -> put(values, file.file().rules()));
    return new SendSettings(values);
  }

  private static void put(Map<String, String> values, ReadingRules rules) {
    values.put("--encoding", rules.encoding().name());
    values.put("--number-format", rules.numbers().toString());
    rules
        .otherData()
        .ifPresent(
            names -> {
              values.put("--group-field", names.group());
              values.put("--id-field", names.id());
              names.sequence().ifPresent(field -> values.put("--sequence-field", field));
              values.put("--type", names.type());
            });
  }

  /** What each file is read as, however that was told: one format, or that of each file. */
  private static String formats(List<CheckedFile> files) {
    List<String> all =
        files.stream()
            .map(CheckedFile::file)
            .map(LedgerFile::format)
            .map(format -> format.name().toLowerCase(Locale.ROOT))
            .toList();
    List<String> distinct = all.stream().distinct().toList();
    return String.join(",", distinct.size() == 1 ? distinct : all);
  }

  /** Says the first setting in which a run that was begun differs from this one. */
  Optional<String> differenceFrom(SendSettings begun) {
    TreeSet<String> names = new TreeSet<>(values.keySet());
    names.addAll(begun.values.keySet());
    return names.stream()
        .filter(name -> !begun.spelled(name).equals(spelled(name)))
        .findFirst()
        .map(name -> "%s, not %s".formatted(begun.spelled(name), spelled(name)));
  }

  private String spelled(String name) {
    String value = values.get(name);
    return value == null ? "without " + name : "with " + name + " " + value;
  }
}
