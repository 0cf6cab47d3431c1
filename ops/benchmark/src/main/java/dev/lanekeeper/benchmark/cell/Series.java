package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.machine.Watch;
import dev.lanekeeper.program.database.Engine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * All measurements of a run: in each cell the consumers take turns (a b c d e, a b c d e, …), so
 * that what changes on the machine meanwhile meets them all. For one thread.
 *
 * @param progress where a line for each measurement goes
 */
public record Series(Path brokerJar, Effort effort, List<Variant> variants, PrintWriter progress) {

  /** What the consumers came to in one cell, each in as many measurements as repetitions. */
  public record Outcome(
      Cell cell, Effort effort, Conditions conditions, Map<Variant, List<Measurement>> runs) {}

  /** Where the outcome of a cell is kept, as soon as it is there. */
  public interface Keeper {
    void keep(Outcome outcome) throws IOException;
  }

  /** Measures every cell. */
  public List<Outcome> run(List<Cell> cells, Keeper keeper)
      throws IOException, ClientException, InterruptedException {
    boolean withPostgres = cells.stream().anyMatch(cell -> cell.engine() == Engine.POSTGRESQL);
    List<Outcome> outcomes = new ArrayList<>();
    try (Lab lab = Lab.start(brokerJar, withPostgres)) {
      for (Cell cell : cells) {
        Watch watch = lab.watch();
        Map<Variant, List<Measurement>> runs = measure(lab, cell);
        Outcome outcome = new Outcome(cell, effort, watch.conditions(), runs);
        keeper.keep(outcome);
        outcomes.add(outcome);
      }
    }
    return outcomes;
  }

  /** There and back, so that none always comes first, or after the same other one. */
  private List<Variant> inTurn(int repetition) {
    List<Variant> turn = new ArrayList<>(variants);
    if (repetition % 2 == 0) {
      Collections.reverse(turn);
    }
    return turn;
  }

  private Map<Variant, List<Measurement>> measure(Lab lab, Cell cell)
      throws IOException, ClientException, InterruptedException {
    Map<Variant, List<Measurement>> runs = new EnumMap<>(Variant.class);
    for (int repetition = 1; repetition <= effort.repetitions(); repetition++) {
      for (Variant variant : inTurn(repetition)) {
        Measurement measured = new Trial(lab, effort, cell, variant).run();
        runs.computeIfAbsent(variant, first -> new ArrayList<>()).add(measured);
        progress.printf(
            "%s, repetition %d of %d, %s: %.0f/s, p99 %.1f ms%n",
            cell,
            repetition,
            effort.repetitions(),
            variant.label(),
            measured.perSecond(),
            measured.p99());
        progress.flush();
      }
    }
    return runs;
  }
}
