package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.lane.LaneView;
import dev.lanekeeper.worker.operate.SlowestHeld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The groups whose head has waited longest, the longest first: at work here, or held in the
 * database. Immutable.
 */
public record HeadOfLine(List<Head> heads) {
  private static final String RUNNING = "running";
  private static final String RETRYING = "retrying";

  /** How many are shown at most. */
  public static final int SHOWN = 50;

  /**
   * The head of a group.
   *
   * @param state {@code running}, {@code retrying}, or the state of a group that does not move
   * @param attempt which attempt runs or comes next; for a held one, how many there were
   * @param nextTry when it is tried again, where that is a matter of time
   * @param behind how many wait behind it
   */
  public record Head(
      String topic,
      String messageGroup,
      String state,
      Duration waited,
      int attempt,
      Optional<Duration> nextTry,
      long behind) {

    /** Whether a worker has it in hand; else it is held in the database. */
    public boolean isAtWork() {
      return state.equals(RUNNING) || state.equals(RETRYING);
    }

    private static Head here(LaneView lane) {
      return new Head(
          lane.key().topic(),
          lane.key().name(),
          lane.nextTry().isPresent() ? RETRYING : RUNNING,
          lane.waited(),
          lane.attempt(),
          lane.nextTry(),
          lane.behind());
    }

    private static Head held(SlowestHeld group) {
      return new Head(
          group.key().topic(),
          group.key().name(),
          group.state().label().toLowerCase(Locale.ROOT),
          group.waited(),
          group.attempts(),
          Optional.empty(),
          group.held() - 1);
    }
  }

  public HeadOfLine {
    heads = List.copyOf(heads);
  }

  /** Those at work here and those that are held, together. */
  public static HeadOfLine of(List<LaneView> here, List<SlowestHeld> held) {
    return new HeadOfLine(
        Stream.concat(here.stream().map(Head::here), held.stream().map(Head::held))
            .sorted(Comparator.comparing(Head::waited).reversed())
            .limit(SHOWN)
            .toList());
  }

  /** What another process wrote with {@link #json}. */
  public static HeadOfLine read(String json) {
    List<Head> heads = new ArrayList<>();
    for (JsonNode group : JsonMapper.shared().readTree(json).path("groups")) {
      heads.add(
          new Head(
              group.path("topic").asString(),
              group.path("message_group").asString(),
              group.path("state").asString(),
              seconds(group.path("waited_seconds")),
              group.path("attempt").asInt(),
              group.has("next_try_seconds")
                  ? Optional.of(seconds(group.path("next_try_seconds")))
                  : Optional.empty(),
              group.path("behind").asLong()));
    }
    return new HeadOfLine(heads);
  }

  private static Duration seconds(JsonNode number) {
    return Duration.ofMillis(Math.round(number.asDouble() * 1000));
  }

  /** As programs read it. */
  public String json() {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode groups = answer.putArray("groups");
    for (Head head : heads) {
      ObjectNode group = groups.addObject();
      group.put("topic", head.topic());
      group.put("message_group", head.messageGroup());
      group.put("state", head.state());
      group.put("waited_seconds", head.waited().toMillis() / 1000.0);
      group.put("attempt", head.attempt());
      head.nextTry().ifPresent(next -> group.put("next_try_seconds", next.toMillis() / 1000.0));
      group.put("behind", head.behind());
    }
    return answer + "\n";
  }
}
