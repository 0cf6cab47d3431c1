package dev.lanekeeper.worker.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Message groups that are worked on by a thread each, one message after the other. */
public final class GroupsAtWork implements AutoCloseable {

  /**
   * How fast it went.
   *
   * @param perSecond messages of all groups
   * @param usual median of the time of one message
   * @param rare 99 of 100 took less
   */
  public record Pace(double perSecond, Duration usual, Duration rare, Duration slowest) {

    private static Pace of(List<Long> nanos, Duration length) {
      List<Long> sorted = nanos.stream().sorted().toList();
      return new Pace(
          sorted.size() * 1e9 / length.toNanos(),
          Duration.ofNanos(sorted.get(sorted.size() / 2)),
          Duration.ofNanos(sorted.get(sorted.size() * 99 / 100)),
          Duration.ofNanos(sorted.get(sorted.size() - 1)));
    }

    /** The one in the middle, by throughput. */
    public static Pace median(List<Pace> paces) {
      return paces.stream()
          .sorted(Comparator.comparingDouble(Pace::perSecond))
          .skip(paces.size() / 2)
          .findFirst()
          .orElseThrow();
    }
  }

  private final ProcessingFixture fixture;
  private final ExecutorService threads;
  private final long[] sequences;

  public GroupsAtWork(ProcessingFixture fixture, int groups) {
    this.fixture = fixture;
    this.threads = Executors.newFixedThreadPool(groups);
    this.sequences = new long[groups];
  }

  /** Works for so long. */
  public Pace pace(Duration length) throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + length.toNanos();
    List<Future<List<Long>>> running = new ArrayList<>();
    for (int i = 0; i < sequences.length; i++) {
      int group = i;
      running.add(threads.submit(() -> work(group, end)));
    }
    List<Long> nanos = new ArrayList<>();
    for (Future<List<Long>> one : running) {
      nanos.addAll(one.get());
    }
    return Pace.of(nanos, length);
  }

  private List<Long> work(int group, long end) {
    List<Long> nanos = new ArrayList<>();
    while (System.nanoTime() < end) {
      long begin = System.nanoTime();
      fixture.process(Messages.sequenced("busy-" + group, ++sequences[group]));
      nanos.add(System.nanoTime() - begin);
    }
    return nanos;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
