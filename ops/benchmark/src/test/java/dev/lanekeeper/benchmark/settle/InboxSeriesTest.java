package dev.lanekeeper.benchmark.settle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * On a real PostgreSQL, with as few rows as its batches need; how long it takes is not looked at.
 */
class InboxSeriesTest {
  private static final int MESSAGES = 50;
  private static final int BATCH = 500;

  @Test
  @DisplayName("an inbox is filled with what can be removed, and messages are settled beside it")
  void fills() throws Exception {
    long rows = (long) InboxSeries.BATCHES * BATCH;
    InboxSeries.Outcome outcome =
        new InboxSeries(MESSAGES, 2, List.of(0L, rows), new PrintWriter(Writer.nullWriter())).run();

    assertThat(outcome.inboxes()).extracting(InboxSeries.Measured::rows).containsExactly(0L, rows);
    assertThat(outcome.inboxes())
        .allSatisfy(
            inbox -> {
              assertThat(inbox.perSecond()).isPositive();
              assertThat(inbox.statementMillis()).isPositive();
              assertThat(inbox.eachItsGroupStatementMillis()).isPositive();
            });
    assertThat(outcome.inboxes().get(0).purgeMillis()).isEmpty();
    InboxSeries.Measured full = outcome.inboxes().get(1);
    assertThat(full.purgeMillis()).hasSize(InboxSeries.BATCHES);
    assertThat(full.indexGib()).isGreaterThan(outcome.inboxes().get(0).indexGib());
  }
}
