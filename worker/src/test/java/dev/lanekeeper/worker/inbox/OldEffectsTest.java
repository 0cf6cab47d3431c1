package dev.lanekeeper.worker.inbox;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which records of effects are removed when they are old, and which never. */
@ParameterizedClass
@EnumSource(Engine.class)
class OldEffectsTest {
  private final ProcessingFixture fixture;

  OldEffectsTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    EffectHandler handler = (message, key) -> Optional.of("called");
    fixture.callsOutside(handler, OnUnknownEffect.PARK);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void onlyWhatIsDoneAndOldAndSettledGoes() {
    for (String group : new String[] {"done", "young", "unknown", "in_progress", "held"}) {
      assertThat(fixture.process(sequenced(group, 1))).isInstanceOf(Outcome.Applied.class);
    }
    fixture.process(sequenced("held", 3));
    change("state = 'unknown' where message_group = 'unknown'");
    change("state = 'in_progress' where message_group = 'in_progress'");
    change("event_id = '3' where message_group = 'held'");
    change("changed_at = timestamp '2020-01-01 00:00:00' where message_group <> 'young'");
    Duration week = Duration.ofDays(7);
    Purge purge =
        new Purge(fixture.database().jdbi(), CONSUMER_GROUP, "this", new Retention(week, week));
    assertThat(purge.next()).isEqualTo(new Purged(0, 0, 1, true));
    assertThat(purge.next()).isEqualTo(Purged.NOTHING);
    assertThat(fixture.query("select message_group from effect order by message_group"))
        .containsExactly("held", "in_progress", "unknown", "young");
  }

  private void change(String what) {
    fixture.database().jdbi().useHandle(handle -> handle.execute("update effect set " + what));
  }
}
