package dev.lanekeeper.localbroker;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The line by which a broker says that it can be used, as a program would read it. */
record ReadyLine(int port, int namesrvPort, int brokerPort, String proxyMode, Path data, long pid) {
  private static final Pattern FORM =
      Pattern.compile(
          "ready endpoints=127\\.0\\.0\\.1:(\\d+) namesrv=127\\.0\\.0\\.1:(\\d+) broker=127\\.0\\.0\\.1:(\\d+)"
              + " proxy-mode=(\\w+) data=(\\S+) pid=(\\d+)");

  static ReadyLine parse(String line) {
    Matcher parts = FORM.matcher(line);
    if (!parts.matches()) {
      throw new AssertionError("not a ready line: " + line);
    }
    return new ReadyLine(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(2)),
        Integer.parseInt(parts.group(3)),
        parts.group(4),
        Path.of(parts.group(5)),
        Long.parseLong(parts.group(6)));
  }

  String endpoints() {
    return "127.0.0.1:" + port;
  }
}
