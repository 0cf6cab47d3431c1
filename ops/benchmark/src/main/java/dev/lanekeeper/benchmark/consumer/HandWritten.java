package dev.lanekeeper.benchmark.consumer;

import static java.util.Objects.requireNonNull;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jdbi.v3.core.Jdbi;

/**
 * The business transaction as people write it by hand: one message, one transaction, no inbox, no
 * check of order or repeats. Thread-safe.
 */
final class HandWritten {
  /** Connections beside those of the handlers; the worker has as many. */
  private static final int SPARE = 3;

  private final ConsumerSettings settings;
  private final BusinessTransaction transaction;
  private final Jdbi jdbi;

  HandWritten(ConsumerSettings settings, BusinessTransaction transaction) {
    this.settings = settings;
    this.transaction = transaction;
    this.jdbi = Jdbi.create(Database.open(database(settings)).dataSource());
  }

  /** The worker's own defaults. */
  private static DatabaseSettings database(ConsumerSettings settings) {
    return new DatabaseSettings(
        settings.databaseUrl(),
        Optional.empty(),
        Optional.empty(),
        settings.concurrency() + SPARE,
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60));
  }

  void apply(MessageView view) throws Exception {
    Message message = message(view);
    jdbi.useTransaction(handle -> transaction.handle(message, handle));
  }

  private Message message(MessageView view) {
    ByteBuffer body = view.getBody();
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    DedupKey key =
        new DedupKey(
            property(view, MessageAttributes.SOURCE), property(view, MessageAttributes.ID));
    return new MessageBuilder(
            view.getMessageGroup().orElseThrow(), key, property(view, MessageAttributes.TYPE))
        .consumerGroup(settings.consumerGroup())
        .topic(view.getTopic())
        .sequence(Long.parseLong(property(view, MessageAttributes.SEQUENCE)))
        .property(SentTime.PROPERTY, property(view, SentTime.PROPERTY))
        .body(MessageAttributes.JSON, bytes)
        .build();
  }

  private static String property(MessageView view, String name) {
    return requireNonNull(view.getProperties().get(name), name);
  }
}
