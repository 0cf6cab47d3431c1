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
  void happyPathTakesOneStatementOnPostgresAndAtMostThreeOnH2() {
    int most =
        switch (engine) {
          case POSTGRESQL -> 1;
          case H2 -> 3;
        };
    assertThat(statementsOf(sequenced("A", 1))).isLessThanOrEqualTo(most);
    assertThat(statementsOf(sequenced("A", 2))).isLessThanOrEqualTo(most);
    assertThat(statementsOf(unsequenced("B", "x"))).isLessThanOrEqualTo(most);
    assertThat(statementsOf(unsequenced("B", "y"))).isLessThanOrEqualTo(most);
  }

  private int statementsOf(RawMessage message) {
    statements.set(0);
    assertThat(fixture.process(message)).isInstanceOf(Outcome.Applied.class);
    return statements.get() - OF_THE_HANDLER;
  }
}
