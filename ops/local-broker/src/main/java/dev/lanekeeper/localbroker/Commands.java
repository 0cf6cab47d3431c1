package dev.lanekeeper.localbroker;

import java.util.List;
import java.util.regex.Pattern;

/** The commands that the running broker takes from standard input: one line in, one line out. */
final class Commands {
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final String USAGE =
      "commands are: topic NAME[:QUEUES[:normal]] | group NAME[:orderly|concurrent[:RETRIES]] | queues TOPIC N | lag GROUP TOPIC | announce PORT | stop";
  private final Catalog catalog;

  Commands(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The answer to a line; never more than one line, never an exception that the line's author could
   * have caused.
   */
  String answer(String line) {
    try {
      return answer(List.of(SPACES.split(line.strip())));
    } catch (Exception e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      return "error " + message.lines().findFirst().orElse("");
    }
  }

  private String answer(List<String> words) throws Exception {
    return switch (words.get(0) + "/" + (words.size() - 1)) {
      case "topic/1" -> "created topic " + catalog.create(TopicSpec.parse(words.get(1)));
      case "group/1" -> "created group " + catalog.create(GroupSpec.parse(words.get(1)));
      case "queues/2" -> {
        TopicSpec topic = catalog.resize(words.get(1), TopicSpec.queues(words.get(2)));
        yield "changed topic %s queues=%d".formatted(topic.name(), topic.queues());
      }
      case "lag/2" ->
          "lag %s %s %d"
              .formatted(words.get(1), words.get(2), catalog.lag(words.get(1), words.get(2)));
      case "announce/1" ->
          "announced port %d".formatted(catalog.announce(Ports.parse(words.get(1))));
      default -> throw new IllegalArgumentException(USAGE);
    };
  }
}
