package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.Endpoints;
import java.util.ArrayList;
import java.util.List;

/**
 * What the proxies said about a topic and a consumer group. Immutable.
 *
 * @param routes the topic's route, asked of every address
 * @param settings the consumer group's settings, asked where the route leads, as the client does
 */
record BrokerAnswers(List<AtAddress> routes, Answer<GroupSettings> settings) {
  BrokerAnswers {
    routes = List.copyOf(routes);
  }

  /** The answer of one proxy. */
  record AtAddress(String address, Answer<TopicRoute> route) {}

  static BrokerAnswers ask(BrokerOptions broker, String topic, String consumerGroup) {
    BrokerProbe probe = new BrokerProbe(broker.clientConfiguration(), broker.requestTimeout());
    List<AtAddress> routes = new ArrayList<>();
    for (Endpoints.Address address : broker.endpoints().addresses()) {
      routes.add(new AtAddress(address.toString(), probe.route(address.toString(), topic)));
    }
    AtAddress best = best(routes);
    if (best.route() instanceof Answer.Failed<TopicRoute> failed && failed.isOfTheWay()) {
      return new BrokerAnswers(routes, new Answer.Failed<>(failed.kind(), failed.reason()));
    }
    String at =
        best.route() instanceof Answer.Given<TopicRoute> given
            ? given.value().endpoints()
            : best.address();
    return new BrokerAnswers(routes, probe.settings(at, topic, consumerGroup));
  }

  /** What is known of the topic's route. */
  Answer<TopicRoute> route() {
    return best(routes).route();
  }

  private static AtAddress best(List<AtAddress> routes) {
    return routes.stream()
        .filter(at -> at.route() instanceof Answer.Given<TopicRoute>)
        .findFirst()
        .or(() -> routes.stream().filter(at -> !isOfTheWay(at)).findFirst())
        .orElse(routes.get(0));
  }

  static boolean isOfTheWay(AtAddress at) {
    return at.route() instanceof Answer.Failed<TopicRoute> failed && failed.isOfTheWay();
  }
}
