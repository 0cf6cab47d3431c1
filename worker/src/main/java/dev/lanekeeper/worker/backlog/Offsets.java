package dev.lanekeeper.worker.backlog;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/** Where a queue begins and ends, and where a consumer group is in it. Immutable. */
record Offsets(String topic, String consumerGroup) {
  private static final int QUERY_CONSUMER_OFFSET = 14;
  private static final int GET_MAX_OFFSET = 30;
  private static final int GET_MIN_OFFSET = 31;
  private static final int NOT_FOUND = 22;

  /**
   * Where the group goes on. A group that is new begins at the first message while that is still in
   * the broker's memory, and near the end otherwise (notes, 2.8): then this is empty.
   */
  OptionalLong next(RemotingConnection connection, int queue) throws IOException {
    RemotingConnection.Answer answer =
        connection.ask(
            QUERY_CONSUMER_OFFSET,
            Map.of(
                "consumerGroup",
                consumerGroup,
                "topic",
                topic,
                "queueId",
                Integer.toString(queue)));
    return answer.code() == NOT_FOUND ? OptionalLong.empty() : OptionalLong.of(offset(answer));
  }

  /** Behind the last message. */
  long end(RemotingConnection connection, int queue) throws IOException {
    return offset(connection.ask(GET_MAX_OFFSET, queue(queue)));
  }

  /** The first message that the broker still has. */
  long begin(RemotingConnection connection, int queue) throws IOException {
    return offset(connection.ask(GET_MIN_OFFSET, queue(queue)));
  }

  private Map<String, String> queue(int queue) {
    return Map.of("topic", topic, "queueId", Integer.toString(queue));
  }

  private static long offset(RemotingConnection.Answer answer) throws IOException {
    return Brokers.granted(answer).fields().path("offset").asLong();
  }
}
