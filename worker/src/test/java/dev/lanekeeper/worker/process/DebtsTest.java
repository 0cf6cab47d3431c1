package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attempts that are owed are taken off the record, whatever stands in the way of one of them. */
class DebtsTest {
  private final Debts debts = new Debts();
  private final List<String> released = new ArrayList<>();

  @Test
  void groupThatSomebodyWorksOnDoesNotKeepTheOthersWaiting() {
    debts.add("A", failing("55P03"));
    debts.add("B", () -> released.add("B"));
    debts.settle();

    assertThat(released).containsExactly("B");
    assertThat(debts.open()).isEqualTo(1);
  }

  @Test
  void databaseThatIsAwayIsSaid() {
    debts.add("A", failing("08006"));
    assertThatThrownBy(debts::settle).hasRootCauseMessage("as the test says");
    assertThat(debts.open()).isEqualTo(1);
  }

  @Test
  void attemptThatIsUsedAfterAllIsNotTakenOff() {
    debts.add("A", () -> released.add("A"));
    debts.forget("A");
    debts.settle();
    assertThat(released).isEmpty();
  }

  private static Runnable failing(String state) {
    return () -> {
      throw new IllegalStateException(new SQLException("as the test says", state));
    };
  }
}
