package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import java.util.ArrayList;
import java.util.List;

/** The consumers that are compared. */
public enum Variant {
  A("bare push listener, does nothing"),
  B("hand-written push listener, no inbox"),
  C("textbook SimpleConsumer loop, no inbox"),
  D("Lanekeeper, push"),
  E("Lanekeeper, simple"),
  F("Lanekeeper, push, shared transactions"),
  G("Lanekeeper, simple, shared transactions");

  private static final String MESSAGES_PER_TRANSACTION = "4";

  private final String label;

  Variant(String label) {
    this.label = label;
  }

  /** For people. */
  public String label() {
    return label;
  }

  /** Whether it writes to a database. */
  boolean hasDatabase() {
    return this != A;
  }

  /**
   * The arguments of its process.
   *
   * @param workerOptions more options for Lanekeeper
   */
  List<String> arguments(ConsumerSettings settings, List<String> workerOptions) {
    return switch (this) {
      case A -> List.of("bare");
      case B -> List.of("listener");
      case C -> List.of("loop");
      case D -> worker("push", settings, workerOptions);
      case E -> worker("simple", settings, workerOptions);
      case F -> worker("push", settings, sharing(workerOptions));
      case G -> worker("simple", settings, sharing(workerOptions));
    };
  }

  private static List<String> sharing(List<String> workerOptions) {
    List<String> options = new ArrayList<>(workerOptions);
    options.addAll(List.of("--messages-per-transaction", MESSAGES_PER_TRANSACTION));
    return options;
  }

  private static List<String> worker(
      String mode, ConsumerSettings settings, List<String> workerOptions) {
    List<String> arguments = new ArrayList<>(List.of("worker", "run", "--mode", mode));
    arguments.addAll(List.of("--endpoints", settings.endpoints(), "--topic", settings.topic()));
    arguments.addAll(List.of("--group", settings.consumerGroup(), "--db", settings.databaseUrl()));
    arguments.addAll(List.of("--concurrency", Integer.toString(settings.concurrency())));
    arguments.addAll(List.of("--http-port", "0"));
    arguments.addAll(workerOptions);
    return arguments;
  }
}
