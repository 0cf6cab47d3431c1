package dev.lanekeeper.program.broker;

import dev.lanekeeper.program.settings.Problems;

/**
 * RocketMQ's rule for the names of topics and consumer groups, without the % of its own ones, so
 * that a name that it would refuse is refused where it is given. Stateless.
 */
public final class Names {
  private static final String NAME = "[a-zA-Z0-9_-]{1,%d}";

  private static final int MAX_TOPIC = 127;
  private static final int MAX_GROUP = 120;

  /** What a topic's name may have, less {@code %RETRY%GROUP_TOPIC}'s own characters. */
  private static final int MAX_BOTH = 127 - "%RETRY%_".length();

  private Names() {}

  /**
   * Checks a topic's name.
   *
   * @param option which gives it
   */
  public static void requireTopic(Problems problems, String option, String topic) {
    require(problems, option, topic, MAX_TOPIC);
  }

  /**
   * Checks the names of a consumer group and of the topic that it consumes.
   *
   * @param topicOption which gives the topic
   * @param groupOption which gives the group
   */
  public static void requireTopicAndGroup(
      Problems problems, String topicOption, String topic, String groupOption, String group) {
    requireTopic(problems, topicOption, topic);
    require(problems, groupOption, group, MAX_GROUP);
    int both = topic.length() + group.length();
    problems.require(
        both <= MAX_BOTH,
        "%s and %s together (now %d) has to be at most %d characters, since RocketMQ makes one name of both"
            .formatted(topicOption, groupOption, both, MAX_BOTH));
  }

  private static void require(Problems problems, String option, String name, int most) {
    problems.require(
        name.matches(NAME.formatted(most)),
        "%s has to be 1 to %d letters, digits, - and _".formatted(option, most));
  }
}
