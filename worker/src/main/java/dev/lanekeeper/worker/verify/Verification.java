package dev.lanekeeper.worker.verify;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.program.sort.SortedRows;
import dev.lanekeeper.program.sort.TextDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * Compares receipts with the inbox, 500 at a time, in bounded memory. Takes no locks, so it runs
 * beside workers; what is still under way is then missing. For one thread.
 */
public final class Verification {
  private static final int BATCH = 500;

  /** Two numbers for the dedup key, one for what is off. */
  private static final int WIDTH = 3;

  private final Lookup lookup;
  private final Findings findings;
  private final TextDigest digest = new TextDigest();
  private final List<Receipt> batch = new ArrayList<>(BATCH);

  /** Takes what is off, as it is found. */
  public interface Findings {
    void take(Finding finding);
  }

  /** Where receipts come from, one after the other; empty at the end. */
  public interface Source {
    Optional<Receipt> next();
  }

  /**
   * @param topic the topic that the messages were sent to
   */
  public Verification(Jdbi jdbi, String consumerGroup, String topic, Findings findings) {
    this.lookup = new Lookup(jdbi, consumerGroup, topic);
    this.findings = findings;
  }

  /** Compares all of them. A message with several receipts counts once. */
  public Tally compare(Source source) {
    try (SortedRows messages = new SortedRows(WIDTH)) {
      Optional<Receipt> next = source.next();
      while (next.isPresent()) {
        batch.add(next.get());
        next = source.next();
        if (batch.size() == BATCH || next.isEmpty()) {
          compareBatch(messages);
          batch.clear();
        }
      }
      return Tally.of(messages);
    }
  }

  private void compareBatch(SortedRows messages) {
    List<List<OnRecord>> answers = new ArrayList<>();
    for (OnRecord answer : lookup.find(batch)) {
      if (answer.number() == answers.size()) {
        answers.add(new ArrayList<>());
      }
      answers.get(answer.number()).add(answer);
    }
    for (int i = 0; i < batch.size(); i++) {
      Receipt receipt = batch.get(i);
      List<Finding> found = Comparison.of(receipt, answers.get(i));
      found.forEach(findings::take);
      long[] key = digest.of(receipt.dedupKey().source(), receipt.dedupKey().id());
      messages.add(key[0], key[1], Tally.bits(found));
    }
  }
}
