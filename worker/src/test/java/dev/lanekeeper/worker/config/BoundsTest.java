package dev.lanekeeper.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.DurationConverter;
import dev.lanekeeper.worker.receive.ReceiveSettings;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What can only fail later and far from its cause is refused when it is configured. */
class BoundsTest {

  /** Public case A9: both names are allowed, and the retry topic that is made of them is not. */
  @Test
  void namesThatAreTooLongTogetherAreRefused() {
    assertRefused(
        () -> receive("--topic", "t".repeat(60), "--group", "g".repeat(100)).settings(),
        "--topic and --group together (now 160) has to be at most 119 characters");
    assertThat(receive("--topic", "t".repeat(60), "--group", "g".repeat(59)).settings().topic())
        .hasSize(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with space", "schräg", "a:b", "%RETRY%x"})
  void namesThatRocketMqDoesNotTakeAreRefused(String name) {
    assertRefused(() -> receive("--topic", name).settings(), "--topic has to be 1 to 127 letters");
    assertRefused(() -> receive("--group", name).settings(), "--group has to be 1 to 120 letters");
  }

  /** Public case A5: a limit of 0 or -1 never means "no limit". */
  @ParameterizedTest
  @ValueSource(strings = {"0", "-1"})
  void fewerThanOneAttemptIsRefused(String attempts) {
    ProcessOptions process = parse(new ProcessOptions(), "--max-attempts=" + attempts);
    assertRefused(() -> process.rules("group"), "at least 1 attempt is needed, not " + attempts);
  }

  @ParameterizedTest
  @CsvSource({"simple, 3s, 7, 5", "simple, 6900ms, 7, 5", "push, 27s, 28, 23"})
  void timeToStopThatIsOverBeforeTheLastReceiveReturnsIsRefused(
      String mode, String timeout, int least, int receive) {
    Duration lastReceive = lastReceive(mode);
    LifeOptions life = parse(new LifeOptions(), "--drain-timeout=" + timeout);
    assertRefused(
        () -> life.drainTime(lastReceive),
        "--drain-timeout has to be at least %ds here: a receive that is under way takes up to %ds"
            .formatted(least, receive));
    LifeOptions enough = parse(new LifeOptions(), "--drain-timeout=" + least + "s");
    assertThat(enough.drainTime(lastReceive).work()).isGreaterThanOrEqualTo(lastReceive);
  }

  /** Else a thread would share its transaction with whatever few messages happen to be there. */
  @ParameterizedTest
  @CsvSource({"16, 1, 16, 1", "16, 4, 64, 4", "16, 64, 1024, 32", "1024, 4, 1024, 4"})
  void messagesOfTheNextTransactionsAreInHandWhereTheyAreShared(
      int concurrency, int messagesPerTransaction, int threads, int batch) {
    ReceiveSettings settings =
        receive("--topic", "t", "--concurrency=" + concurrency).settings(messagesPerTransaction);
    assertThat(settings.threads()).isEqualTo(threads);
    assertThat(settings.batch()).isEqualTo(batch);
  }

  @Test
  void batchThatIsAskedForIsTaken() {
    assertThat(receive("--receive-batch=2").settings(4).batch()).isEqualTo(2);
  }

  @Test
  void partOfTheTimeToStopIsKeptForTheFarewell() {
    assertThat(new LifeOptions().drainTime(lastReceive("push")))
        .isEqualTo(new DrainTime(Duration.ofSeconds(25), Duration.ofSeconds(5)));
    assertThat(parse(new LifeOptions(), "--drain-timeout=10s").drainTime(lastReceive("simple")))
        .isEqualTo(new DrainTime(Duration.ofSeconds(8), Duration.ofSeconds(2)));
  }

  private static Duration lastReceive(String mode) {
    return receive("--mode", mode).lastReceive(Duration.ofSeconds(3));
  }

  private static ReceiveOptions receive(String... arguments) {
    return parse(new ReceiveOptions(), arguments);
  }

  private static <T> T parse(T options, String... arguments) {
    new CommandLine(
            CommandLine.Model.CommandSpec.create()
                .addMixin("options", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, new DurationConverter())
        .parseArgs(arguments);
    return options;
  }

  private static void assertRefused(ThrowingCallable call, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessageContaining(part);
  }
}
