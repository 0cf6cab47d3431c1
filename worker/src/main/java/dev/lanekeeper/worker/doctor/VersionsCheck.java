package dev.lanekeeper.worker.doctor;

import java.util.Arrays;
import java.util.List;
import org.apache.rocketmq.client.java.misc.MetadataUtils;

/** Whether the client has faults that break order, and how to see the server's version. */
final class VersionsCheck implements Check {
  @Override
  public String name() {
    return "versions";
  }

  @Override
  public List<Finding> examine() {
    return List.of(
        client(MetadataUtils.getVersion()),
        Finding.note(
            name(),
            "the server does not tell clients its version",
            "before 5.4.0 orderly receiving can deliver the same messages again and again"
                + " (rocketmq#9369, #9695), before 5.5.0 a reset offset is ignored (#10229)",
            Mqadmin.versions()));
  }

  /** By the reports on apache/rocketmq-clients. */
  static Finding client(String version) {
    String what = "rocketmq-client-java %s is on the class path".formatted(version);
    String mend = "use the client that worker.jar contains, 5.2.0 or later";
    if (!version.matches("\\d+\\.\\d+\\.\\d+.*")) {
      return Finding.note("versions", what, "its faults are not known", mend);
    }
    if (Arrays.compare(numbers(version), new int[] {5, 0, 7}) < 0) {
      return Finding.error(
          "versions",
          what,
          "it repeats a receive without its attempt id, which blocks the queue or breaks its order"
              + " (rocketmq-clients#708)",
          mend);
    }
    if (Arrays.compare(numbers(version), new int[] {5, 1, 0}) < 0) {
      return Finding.warning(
          "versions", what, "it does not notice dead connections (rocketmq-clients#870)", mend);
    }
    return Finding.ok("versions", what);
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("[^0-9]+"))
        .filter(part -> !part.isEmpty())
        .limit(3)
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
