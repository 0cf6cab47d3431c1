package dev.lanekeeper.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.program.settings.Passwords;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A password that somebody has put into {@code --db} is not printed, whatever goes wrong. */
class UrlPasswordsTest {
  private static final String PASSWORD = "Geheim1";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://u:Geheim1@127.0.0.1:1/db",
        "jdbc:postgresql://u:Geheim1@127.0.0.1/db",
        "jdbc:postgresql://u:Geheim1/x@127.0.0.1/db",
        "jdbc:postgresql://127.0.0.1:1/db?user=u&password=Geheim1&ssl=false",
        "jdbc:postgresql://127.0.0.1:x/db?password=Geheim1",
        "jdbc:h2:tcp://u:Geheim1@127.0.0.1:1/x",
        "jdbc:h2:tcp://127.0.0.1:1/x;USER=sa;PASSWORD=Geheim1",
        "jdbc:h2:file:x;USER=sa;PASSWORD=Geheim1",
        "jdbc:h2:mem:x;PASSWORD=a Geheim1;PASSWORD",
        "jdbc:mysql://127.0.0.1/db?password=Geheim1",
        "postgresql://u:Geheim1@127.0.0.1/db",
        "host=127.0.0.1 password=Geheim1"
      })
  void isNotPrintedWhenTheDatabaseCannotBeOpened(String url) {
    RunOfProgram run = RunOfProgram.of(new Open(), Map.of(), "--verbose", "--db", url);

    assertThat(run.exitCode()).as(run.err()).isIn(69, 74, 78);
    assertThat(run.err())
        .startsWith("error: ")
        .contains("\tat dev.lanekeeper")
        .doesNotContain(PASSWORD);
    assertThat(run.out()).contains("--db '").doesNotContain(PASSWORD);
  }

  @Test
  void isNotPrintedWhereItIsNoOption() {
    RunOfProgram run =
        RunOfProgram.of(new Open(), Map.of(), "jdbc:postgresql://u:Geheim1@h/db?password=Geheim1");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).startsWith("error: unknown argument").doesNotContain(PASSWORD);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:postgresql://db.example/orders        | jdbc:postgresql://db.example/orders
          jdbc:postgresql://db.example:5432/o?ssl=1  | jdbc:postgresql://db.example:5432/o?ssl=1
          jdbc:h2:file:./data/lanekeeper             | jdbc:h2:file:./data/lanekeeper
          jdbc:postgresql://u:p@h/o                  | jdbc:postgresql://u:***@h/o
          jdbc:postgresql://u:p:@@h:1/o?a=b          | jdbc:postgresql://u:***@h:1/o?a=b
          jdbc:postgresql://h/o?user=u&password=p&a  | jdbc:postgresql://h/o?user=u&password=***
          jdbc:postgresql://h/o?password=p;q@r       | jdbc:postgresql://h/o?password=***
          jdbc:postgresql://h/o?sslpassword=p        | jdbc:postgresql://h/o?sslpassword=***
          jdbc:h2:mem:x;Password = p q               | jdbc:h2:mem:x;Password =***
          jdbc:h2:file:./x;USER=sa;PASSWORD=p        | jdbc:h2:file:./x;USER=sa;PASSWORD=***
          jdbc:h2:file:./x;PASSWORD=*** as sa        | jdbc:h2:file:./x;PASSWORD=*** as sa
          https://h/hook?access_token=t              | https://h/hook?access_token=***
          https://h/hook?api-key=k                   | https://h/hook?api-key=***
          check LANEKEEPER_DB_PASSWORD               | check LANEKEEPER_DB_PASSWORD
          """)
  void onlyThePasswordIsMasked(String text, String masked) {
    assertThat(Passwords.masked(text)).isEqualTo(masked);
  }

  /** Prints the flags that name the database, and opens it. */
  @Command(name = "open")
  private static final class Open implements Callable<Integer> {
    @SuppressWarnings("UnusedVariable") // Program reads it.
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin private DatabaseOptions database = new DatabaseOptions();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
      spec.commandLine().getOut().println(database.flags());
      spec.commandLine().getOut().println(database.settings(1, Map.of()));
      Database.open(database.settings(1, Map.of())).close();
      return ExitCode.OK.code();
    }
  }
}
