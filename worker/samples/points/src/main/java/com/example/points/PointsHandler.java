package com.example.points;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.RejectedMessageException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps customers' points: a purchase adds some, a refund takes them away. Several threads call it
 * at once, but never two for the same customer, since the customer is the message group; so reading
 * the balance and then writing it needs no lock.
 */
public final class PointsHandler implements MessageHandler, AutoCloseable {
  static final String COMPLETED = "shop.purchase.completed.v1";
  static final String REFUNDED = "shop.purchase.refunded.v1";

  private static final Logger log = LoggerFactory.getLogger(PointsHandler.class);

  private static final String READ =
      """
      select points
        from points_account
       where consumer_group = :consumer_group and customer = :customer
      """;

  private static final String OPEN =
      """
      insert into points_account (consumer_group, customer, points)
      values (:consumer_group, :customer, :points)
      """;

  private static final String CHANGE =
      """
      update points_account
         set points = :points
       where consumer_group = :consumer_group and customer = :customer
      """;

  private final AtomicLong handled = new AtomicLong();

  /** A purchase that comes under another customer's group is refused by the worker. */
  @Override
  public Optional<String> messageGroupOf(Message message) {
    return Optional.of(Purchase.read(message.body()).customer());
  }

  /** All of it commits together with the worker's record of the message, or not at all. */
  @Override
  public Optional<String> handle(Message message, Handle handle) {
    Purchase purchase = Purchase.read(message.body());
    Optional<Long> before =
        handle
            .createQuery(READ)
            .bind("consumer_group", message.consumerGroup())
            .bind("customer", purchase.customer())
            .mapTo(Long.class)
            .findOne();
    long change = message.type().equals(REFUNDED) ? -purchase.points() : purchase.points();
    long points = before.orElse(0L) + change;
    if (points < 0) {
      throw new RejectedMessageException(
          "customer %s has %d points, %d are to be taken away"
              .formatted(purchase.customer(), before.orElse(0L), -change));
    }
    handle
        .createUpdate(before.isPresent() ? CHANGE : OPEN)
        .bind("consumer_group", message.consumerGroup())
        .bind("customer", purchase.customer())
        .bind("points", points)
        .execute();
    handled.incrementAndGet();
    return Optional.of(Long.toString(points)); // Stored; given back when the message comes again.
  }

  /** Called when the worker stops, after its last message. */
  @Override
  public void close() {
    log.info("points: {} purchases handled", handled.get());
  }
}
