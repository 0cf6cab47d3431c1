package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.process.SharedTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Passes messages through processing: at most one of a message group at a time, in the order in
 * which they were submitted, and as many groups at once as there are threads (design.md, G2 and
 * G4). A message that has to wait for its next attempt holds its lane, but no thread and no
 * transaction. One that goes back to the broker takes along what waits behind it, or messages
 * without a sequence would be applied out of order. A lane exists only while its group has work
 * here. Thread-safe.
 */
public final class LaneScheduler {
  private final String consumerGroup;
  private final Processing processing;
  private final CautiousStart cautiousStart;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final Consumer<Throwable> onFatal;
  private final Map<GroupKey, Lane> lanes = new HashMap<>();
  private final ReadyLanes ready;
  private boolean stopping;
  private boolean paused;

  /**
   * @param threads run the passes; their number is the number of handlers that run at once
   * @param timer wakes lanes that wait for their next attempt
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param onFatal is given what no message may survive, such as memory running out
   */
  public LaneScheduler(
      String consumerGroup,
      Processing processing,
      CautiousStart cautiousStart,
      ThreadPoolExecutor threads,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      Consumer<Throwable> onFatal) {
    this.consumerGroup = consumerGroup;
    this.processing = processing;
    this.cautiousStart = cautiousStart;
    this.threads = threads;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.onFatal = onFatal;
    this.ready = new ReadyLanes(processing.shared().messages());
  }

  /** Submits a delivered message; see {@link #submit(List)}. */
  public CompletableFuture<Outcome> submit(Delivered message) {
    return submit(List.of(message)).get(0);
  }

  /**
   * Submits messages that were delivered together, in their order. All are in their lanes before
   * the first is passed.
   *
   * @return the outcome of each: settled, or nothing when it, or one before it in its lane, was not
   *     ours any more, or the worker stops or pauses
   */
  public synchronized List<CompletableFuture<Outcome>> submit(List<Delivered> together) {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (Delivered message : together) {
      CompletableFuture<Outcome> outcome = new CompletableFuture<>();
      outcomes.add(outcome);
      add(
          new GroupKey(consumerGroup, message.raw().topic(), message.raw().messageGroup()),
          new MessageTask(
              processing.processor(),
              message,
              cautiousStart.begin(message.raw(), message.isOurs()),
              outcome::complete));
    }
    return outcomes;
  }

  /**
   * Processes the held messages of a group that are in turn, unless the group has work here: then
   * somebody will ask again.
   */
  public synchronized void drain(GroupKey key) {
    if (!isHalted() && !lanes.containsKey(key)) {
      add(key, new DrainTask(processing.drainer(), key));
    }
  }

  /** How many groups have work here. */
  public synchronized int lanes() {
    return lanes.size();
  }

  /** How many passes run at this moment. */
  public int busy() {
    return threads.getActiveCount();
  }

  /** The groups that have waited longest here, each for its head; the longest first. */
  public synchronized List<LaneView> slowest(int limit) {
    long now = nanoTime.getAsLong();
    return lanes.entrySet().stream()
        .map(entry -> entry.getValue().view(entry.getKey(), now))
        .sorted(Comparator.comparing(LaneView::waited).reversed())
        .limit(limit)
        .toList();
  }

  /** Lets the passes that run end, and starts no other; waiting messages end as not settled. */
  public synchronized void stop() {
    stopping = true;
    wakeAll();
  }

  /** The same as {@link #stop}, until {@link #resume}. */
  public synchronized void pause() {
    paused = true;
    wakeAll();
  }

  /** Starts passes again after a pause. */
  public synchronized void resume() {
    paused = false;
  }

  private synchronized void wakeAll() {
    lanes.forEach(
        (key, lane) -> {
          if (lane.wake()) {
            makeReady(key);
          }
        });
  }

  /**
   * Waits until no group has work here.
   *
   * @return false when that took longer than the limit
   */
  public synchronized boolean awaitIdle(Duration limit) throws InterruptedException {
    long deadline = nanoTime.getAsLong() + limit.toNanos();
    while (!lanes.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - nanoTime.getAsLong());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private synchronized void add(GroupKey key, LaneTask task) {
    Lane lane = lanes.get(key);
    if (lane == null) {
      lane = new Lane();
      lanes.put(key, lane);
      makeReady(key);
    }
    lane.add(task, nanoTime.getAsLong());
  }

  private synchronized void makeReady(GroupKey key) {
    ready.add(key);
    threads.execute(this::passNext);
  }

  private void passNext() {
    try {
      List<GroupKey> taken = take();
      if (taken.size() > 1) {
        passTogether(taken);
      } else if (!taken.isEmpty()) {
        pass(taken.get(0));
      }
    } catch (Throwable failure) {
      onFatal.accept(failure);
      throw failure;
    }
  }

  private synchronized List<GroupKey> take() {
    return ready.take(key -> lane(key).current().shareable().isPresent());
  }

  /**
   * Either all are applied, or none; then the first goes alone, and so does whoever is at fault.
   */
  private void passTogether(List<GroupKey> keys) {
    List<LaneTask> tasks = keys.stream().map(this::current).toList();
    List<SharedTransaction.Part> parts =
        tasks.stream().flatMap(task -> task.shareable().stream()).toList();
    boolean applied =
        !isHalted() && parts.size() == keys.size() && processing.shared().apply(parts);
    if (applied) {
      for (int i = 0; i < keys.size(); i++) {
        finish(keys.get(i), tasks.get(i), new Outcome.Applied(false));
      }
    } else {
      keys.subList(1, keys.size()).forEach(this::makeReady);
      pass(keys.get(0));
    }
  }

  private void pass(GroupKey key) {
    LaneTask task = current(key);
    Outcome outcome = isHalted() ? task.handBack() : task.pass();
    if (outcome instanceof Outcome.TryAgain again) {
      sleep(key, again);
    } else {
      finish(key, task, outcome);
    }
  }

  private void finish(GroupKey key, LaneTask task, Outcome outcome) {
    End end = end(key, task, outcome);
    task.done(outcome);
    end.takenAlong().forEach(behind -> behind.done(behind.handBack()));
    if (end.laneGoesOn()) {
      makeReady(key);
    }
  }

  private synchronized LaneTask current(GroupKey key) {
    return lane(key).current();
  }

  private synchronized void sleep(GroupKey key, Outcome.TryAgain again) {
    if (isHalted()) {
      makeReady(key);
      return;
    }
    lane(key).sleep(nanoTime.getAsLong() + again.delay().toNanos());
    timer.schedule(() -> wake(key), again.delay().toNanos(), TimeUnit.NANOSECONDS);
  }

  private synchronized void wake(GroupKey key) {
    Lane lane = lanes.get(key);
    if (lane != null && lane.wake()) {
      makeReady(key);
    }
  }

  /** What the end of a task means for its lane. */
  private record End(boolean laneGoesOn, List<LaneTask> takenAlong) {}

  /** Takes the current task off its lane, and those behind it that go back together with it. */
  private synchronized End end(GroupKey key, LaneTask task, Outcome outcome) {
    Lane lane = lane(key);
    lane.removeCurrent();
    boolean goesBack = task.isDelivered() && outcome instanceof Outcome.Nothing;
    List<LaneTask> takenAlong = goesBack ? lane.removeDelivered() : List.of();
    if (outcome instanceof Outcome.Settled settled && settled.moreMayFollow()) {
      lane.addFirst(new DrainTask(processing.drainer(), key), nanoTime.getAsLong());
    }
    if (lane.isEmpty()) {
      lanes.remove(key);
      notifyAll();
    }
    return new End(!lane.isEmpty(), takenAlong);
  }

  private Lane lane(GroupKey key) {
    Lane lane = lanes.get(key);
    if (lane == null) {
      throw new IllegalStateException("a pass for a group without a lane: " + key);
    }
    return lane;
  }

  private synchronized boolean isHalted() {
    return stopping || paused;
  }
}
