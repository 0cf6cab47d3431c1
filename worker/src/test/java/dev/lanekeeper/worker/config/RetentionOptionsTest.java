package dev.lanekeeper.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.program.settings.DurationConverter;
import dev.lanekeeper.worker.inbox.Retention;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RetentionOptionsTest {
  @Test
  void defaultsKeepWhatCanComeAgain() {
    assertThat(retention().retention())
        .contains(new Retention(Duration.ofDays(7), Duration.ofDays(90)));
    assertThat(retention("--purge", "--inbox-retention", "4d").retention())
        .contains(new Retention(Duration.ofDays(4), Duration.ofDays(90)));
  }

  @Test
  void retentionShorterThanTheRedeliveryHorizonIsRefused() {
    assertRefused("--inbox-retention PT95H", retention("--inbox-retention", "95h"));
    assertRefused(
        "--group-retention PT168H",
        retention(
            "--group-retention", "7d", "--redelivery-horizon", "8d", "--inbox-retention", "8d"));
  }

  private static void assertRefused(String start, RetentionOptions options) {
    assertThatThrownBy(options::retention)
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
        .hasMessageStartingWith(start + " is shorter than --redelivery-horizon")
        .hasMessageContaining("--no-purge");
  }

  @Test
  void purgingCanBeTurnedOff() {
    assertThat(retention("--no-purge", "--inbox-retention", "1s").retention()).isEmpty();
  }

  @Test
  void poolHasThreeMoreThanHandlersAndNeverLessThanTwo() {
    assertThat(pool().size(16)).isEqualTo(19);
    assertThat(pool("--db-pool-size", "2").size(16)).isEqualTo(2);
    assertThatThrownBy(() -> pool("--db-pool-size", "1").size(16))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessage("--db-pool-size has to be at least 2, not 1");
  }

  @Test
  void oneConnectionIsKeptForUpkeep() {
    assertThat(PoolOptions.handlers(Engine.POSTGRESQL, 16, 19)).isEqualTo(16);
    assertThat(PoolOptions.handlers(Engine.POSTGRESQL, 16, 17)).isEqualTo(16);
    assertThat(PoolOptions.handlers(Engine.POSTGRESQL, 16, 16)).isEqualTo(15);
    assertThat(PoolOptions.handlers(Engine.POSTGRESQL, 16, 2)).isEqualTo(1);
    assertThat(PoolOptions.handlers(Engine.POSTGRESQL, 1, 2)).isEqualTo(1);
  }

  @Test
  void embeddedDatabaseRunsOneHandlerAtATime() {
    assertThat(PoolOptions.handlers(Engine.H2, 16, 19)).isEqualTo(1);
  }

  private static RetentionOptions retention(String... arguments) {
    return parse(new RetentionOptions(), arguments);
  }

  private static PoolOptions pool(String... arguments) {
    return parse(new PoolOptions(), arguments);
  }

  private static <T> T parse(T options, String... arguments) {
    new CommandLine(
            CommandLine.Model.CommandSpec.create()
                .addMixin("options", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
        .registerConverter(Duration.class, new DurationConverter())
        .parseArgs(arguments);
    return options;
  }
}
