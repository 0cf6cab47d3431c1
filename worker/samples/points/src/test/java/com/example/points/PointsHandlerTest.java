package com.example.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.api.RejectedMessageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The handler on a real database, without worker and broker. */
class PointsHandlerTest {
  private final PointsHandler handler = new PointsHandler();
  private final Handle database = Jdbi.open("jdbc:h2:mem:");

  @BeforeEach
  void createTable() throws IOException {
    database.createScript(Files.readString(Path.of("points.sql"))).execute();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void purchasesAddUpAndRefundsTakeAway() {
    assertThat(handler.handle(message(1, PointsHandler.COMPLETED, "12.90"), database))
        .contains("12");
    assertThat(handler.handle(message(2, PointsHandler.COMPLETED, "30"), database)).contains("42");
    assertThat(handler.handle(message(3, PointsHandler.REFUNDED, "12.90"), database))
        .contains("30");
  }

  @Test
  void refundBelowZeroIsRejected() {
    assertThatThrownBy(() -> handler.handle(message(1, PointsHandler.REFUNDED, "1.00"), database))
        .isInstanceOf(RejectedMessageException.class)
        .hasMessage("customer c-7 has 0 points, 1 are to be taken away");
  }

  @Test
  void bodyThatIsNoPurchaseIsRejected() {
    assertThatThrownBy(() -> handler.messageGroupOf(message(1, PointsHandler.COMPLETED, "1,5")))
        .isInstanceOf(RejectedMessageException.class)
        .hasMessageContaining("no purchase");
  }

  @Test
  void amountBeyondAllBoundsIsRejected() {
    assertThatThrownBy(
            () -> handler.messageGroupOf(message(1, PointsHandler.COMPLETED, "1e999999999")))
        .isInstanceOf(RejectedMessageException.class)
        .hasMessageContaining("too large");
  }

  @Test
  void workerFindsTheHandler() {
    assertThat(ServiceLoader.load(HandlerProvider.class))
        .extracting(HandlerProvider::name)
        .containsExactly("points");
  }

  private static Message message(long sequence, String type, String amount) {
    return new MessageBuilder("c-7", new DedupKey("/shop", Long.toString(sequence)), type)
        .sequence(sequence)
        .json("{\"customer\":\"c-7\",\"amount\":\"" + amount + "\"}")
        .build();
  }
}
