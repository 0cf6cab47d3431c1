package dev.lanekeeper.worker.inbox;

import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.TestDatabases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Old rows are found by index, with as many rows as it takes for that to matter. */
@ParameterizedClass
@EnumSource(Engine.class)
class PurgePlanTest {
  private static final int ROWS = 20_000;

  private final Engine engine;
  private final Database database;

  PurgePlanTest(Engine engine) {
    this.engine = engine;
    this.database = TestDatabases.create(engine);
    database
        .jdbi()
        .useHandle(
            handle -> {
              String numbers =
                  switch (engine) {
                    case H2 -> "system_range(1, " + ROWS + ")";
                    case POSTGRESQL -> "generate_series(1, " + ROWS + ") as numbers(x)";
                  };
              OldRows.insert(handle, numbers);
              handle.execute(
                  """
                  insert into effect
                    (consumer_group, source, event_id, name, topic, message_group,
                     idempotency_key, state, epoch, owner, claimed_until, changed_at)
                  select '%s', 'test', cast(x as varchar(20)), 'call', 'test', 'A',
                         cast(x as varchar(20)), 'done', 1, 'test', current_timestamp,
                         current_timestamp - x * interval '1' second
                    from %s
                  """
                      .formatted(CONSUMER_GROUP, numbers));
              handle.execute("analyze");
            });
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void oldInboxRowsAreFoundByIndex() {
    assertThat(plan(OldInboxRows.FIND))
        .containsIgnoringCase("inbox_old")
        .doesNotContain("Seq Scan on inbox")
        .doesNotContain("INBOX.tableScan")
        .doesNotContain("Sort");
  }

  @Test
  void oldGroupsAreFoundByIndex() {
    assertThat(plan(OldGroups.FIND))
        .containsIgnoringCase(
            switch (engine) {
              case H2 -> "message_group_old";
              case POSTGRESQL -> "message_group_ended";
            })
        .containsIgnoringCase("inbox_by_sequence")
        .doesNotContain("Seq Scan on message_group")
        .doesNotContain("tableScan");
  }

  @Test
  void oldEffectsAreFoundByIndex() {
    assertThat(plan(OldEffects.FIND))
        .containsIgnoringCase("effect_by_age")
        .doesNotContain("Seq Scan on effect")
        .doesNotContain("EFFECT.tableScan");
  }

  private String plan(String sql) {
    String literal =
        sql.replace(":consumer_group", "'" + CONSUMER_GROUP + "'")
            .replace(":before", "timestamp with time zone '2026-01-01 00:00:00+00'")
            .replace(":batch", "500");
    return database
        .jdbi()
        .withHandle(
            handle ->
                String.join(
                    "\n", handle.createQuery("explain " + literal).mapTo(String.class).list()));
  }
}
