package dev.lanekeeper.localbroker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The TCP sockets a process listens on, from Linux's {@code /proc}. */
final class ListeningSockets {
  private static final String LISTEN = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningSockets() {}

  /**
   * Addresses as the kernel writes them: hexadecimal, in the machine's byte order, a colon, the
   * port.
   */
  static Set<String> of(long pid) throws IOException {
    Set<String> inodes = inodes(pid);
    Set<String> addresses = new HashSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        List<String> fields = Arrays.asList(line.strip().split("\\s+"));
        if (fields.get(STATE).equals(LISTEN)
            && inodes.contains("socket:[" + fields.get(INODE) + "]")) {
          addresses.add(fields.get(LOCAL_ADDRESS));
        }
      }
    }
    return addresses;
  }

  private static Set<String> inodes(long pid) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return descriptors.map(ListeningSockets::target).collect(Collectors.toSet());
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "closed meanwhile";
    }
  }
}
