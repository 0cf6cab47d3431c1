package dev.lanekeeper.program.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class TableTest {
  private final Table table =
      new Table("name", "count", "amount", "done")
          .row("a long name", 7, new BigDecimal("1E+3"), true)
          .row("b", 1234567L, new BigDecimal("0.10"), false);

  @Test
  void numbersStandToTheRightAndTextsToTheLeft() {
    assertThat(print(OutputFormat.TABLE))
        .isEqualTo(
            """
            name           count  amount  done
            a long name        7    1000  true
            b            1234567    0.10  false
            """);
  }

  @Test
  void decimalsAreTextInJson() {
    assertThat(print(OutputFormat.JSON).strip())
        .isEqualTo(
            "[{\"name\":\"a long name\",\"count\":7,\"amount\":\"1000\",\"done\":true},"
                + "{\"name\":\"b\",\"count\":1234567,\"amount\":\"0.10\",\"done\":false}]");
  }

  @Test
  void rowHasAValueForEachColumn() {
    assertThatThrownBy(() -> table.row("only one")).isInstanceOf(IllegalArgumentException.class);
  }

  private String print(OutputFormat format) {
    StringWriter out = new StringWriter();
    table.print(new PrintWriter(out), format);
    return out.toString();
  }
}
