package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.process.Outcome;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that applies messages of some groups to an embedded H2, each group in a thread of its
 * own, and prints each sequence of the first group once it is settled, after the sequence that it
 * found. It goes on until it is killed.
 */
public final class H2Writer {
  private H2Writer() {}

  public static void main(String[] arguments) throws InterruptedException {
    int groups = Integer.parseInt(arguments[1]);
    ExecutorService threads = Executors.newFixedThreadPool(groups);
    try (ProcessingFixture fixture = new ProcessingFixture(Engine.H2, arguments[0])) {
      for (int i = 0; i < groups; i++) {
        int number = i;
        threads.execute(() -> write(fixture, group(number), number == 0));
      }
      Thread.currentThread().join();
    }
  }

  /** The name of the group with this number, from 0. */
  public static String group(int number) {
    return "group-" + number;
  }

  private static void write(ProcessingFixture fixture, String group, boolean says) {
    List<String> known = fixture.effects(group);
    long sequence = known.isEmpty() ? 0 : Long.parseLong(known.get(known.size() - 1));
    while (true) {
      if (says) {
        System.out.println(sequence);
      }
      sequence++;
      applied(fixture.processToTheEnd(Messages.sequenced(group, sequence)));
    }
  }

  /** What was not applied must not be told as settled; a busy machine may let turns run out. */
  private static void applied(Outcome outcome) {
    if (!(outcome instanceof Outcome.Applied)) {
      System.err.println(outcome);
      Runtime.getRuntime().halt(1);
    }
  }
}
