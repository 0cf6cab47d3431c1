package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** design.md, "Targets": the framework's statements on the happy path. */
@ParameterizedClass
@EnumSource(Engine.class)
class StatementsPerMessageTest {
  private static final int OF_THE_HANDLER = 1;

  private final Engine engine;
  private final ProcessingFixture fixture;
  private final AtomicInteger statements = new AtomicInteger();

  StatementsPerMessageTest(Engine engine) {
    this.engine = engine;
    fixture = new ProcessingFixture(engine, OnExhausted.SKIP, FirstSequence.ONE);
    fixture
        .database()
        .jdbi()
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logBeforeExecution(StatementContext context) {
                statements.incrementAndGet();
              }
            });
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  @DisplayName("the happy path takes one statement on PostgreSQL, and two or three on H2")
  void happyPath() {
    requireFew(sequenced("A", 1));
    requireFew(sequenced("A", 2));
    requireFew(unsequenced("B", "x"));
    requireFew(unsequenced("B", "y"));
  }

  private void requireFew(RawMessage message) {
    int taken = statementsOf(message);
    switch (engine) {
      case POSTGRESQL -> assertThat(taken).isEqualTo(1);
      case H2 -> assertThat(taken).isBetween(2, 3);
    }
  }

  private int statementsOf(RawMessage message) {
    statements.set(0);
    assertThat(fixture.process(message)).isInstanceOf(Outcome.Applied.class);
    return statements.get() - OF_THE_HANDLER;
  }
}
