package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.database.Engine;
import java.util.List;

/**
 * A process that applies messages of one group to an embedded H2, and prints each sequence once it
 * is settled, after the sequence that it found. It goes on until it is killed.
 */
public final class H2Writer {
  public static final String GROUP = "A";

  private H2Writer() {}

  public static void main(String[] arguments) {
    try (ProcessingFixture fixture = new ProcessingFixture(Engine.H2, arguments[0])) {
      List<String> known = fixture.effects(GROUP);
      long sequence = known.isEmpty() ? 0 : Long.parseLong(known.get(known.size() - 1));
      while (true) {
        System.out.println(sequence);
        sequence++;
        fixture.process(Messages.sequenced(GROUP, sequence));
      }
    }
  }
}
