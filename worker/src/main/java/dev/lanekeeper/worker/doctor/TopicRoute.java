package dev.lanekeeper.worker.doctor;

import java.util.Set;

/**
 * A topic as its route shows it. Immutable.
 *
 * @param queues how many queues can be read
 * @param types the message types that it takes
 * @param endpoints the proxy to which the route leads
 */
record TopicRoute(int queues, Set<String> types, String endpoints) {
  TopicRoute {
    types = Set.copyOf(types);
  }
}
