package dev.lanekeeper.worker.receive;

import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.java.hook.Attribute;
import org.apache.rocketmq.client.java.hook.AttributeKey;
import org.apache.rocketmq.client.java.hook.CompositedMessageInterceptor;
import org.apache.rocketmq.client.java.hook.MessageHookPoints;
import org.apache.rocketmq.client.java.hook.MessageHookPointsStatus;
import org.apache.rocketmq.client.java.hook.MessageInterceptor;
import org.apache.rocketmq.client.java.hook.MessageInterceptorContext;
import org.apache.rocketmq.client.java.impl.ClientImpl;
import org.apache.rocketmq.client.java.message.GeneralMessage;
import org.apache.rocketmq.client.java.misc.MetadataUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees the receives of a PushConsumer, which makes them by itself and tells nobody: in front of the
 * interceptor that the client has for its own metrics (ProcessQueueImpl of rocketmq-client-java
 * 5.2.0). It takes the place of that one, since a client that runs takes no other, without a word
 * (ClientImpl.addMessageInterceptor), and one more would break the receives that are under way. No
 * part of the client's interface; with a client that does not have it, receives are not seen, which
 * is told at the start, and nothing else changes. Thread-safe.
 */
final class ReceiveHook implements MessageInterceptor {
  private static final Logger log = LoggerFactory.getLogger(ReceiveHook.class);

  /** When the receive began, by the monotonic clock. */
  private static final AttributeKey<Long> BEGAN = AttributeKey.create("lanekeeper.receive.began");

  private final MessageInterceptor metrics;
  private final LongSupplier nanoTime;
  private final Receives receives;

  /** Is told of a client's receives. */
  interface Receives {
    void asked();

    void returned();

    /**
     * A receive failed. The client does not show why.
     *
     * @param length how long it took; empty when its begin was not seen
     */
    void failed(Optional<Duration> length);
  }

  ReceiveHook(MessageInterceptor metrics, LongSupplier nanoTime, Receives receives) {
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.receives = receives;
  }

  /**
   * Attaches a hook to a client.
   *
   * @return false when that is not possible, and says so
   */
  static boolean attach(Object client, LongSupplier nanoTime, Receives receives) {
    try {
      List<MessageInterceptor> interceptors = interceptors(client);
      interceptors.set(0, new ReceiveHook(interceptors.get(0), nanoTime, receives));
      return true;
    } catch (ReflectiveOperationException | RuntimeException other) {
      warn(other.toString());
      return false;
    }
  }

  @SuppressWarnings("unchecked") // The field's declared type.
  private static List<MessageInterceptor> interceptors(Object client)
      throws ReflectiveOperationException {
    Object all = field(ClientImpl.class, "compositedMessageInterceptor").get(client);
    return (List<MessageInterceptor>)
        field(CompositedMessageInterceptor.class, "interceptors").get(all);
  }

  private static Field field(Class<?> owner, String name) throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** Says what it means that receives are not seen. */
  static void warn(String why) {
    log.warn(
        "rocketmq-client-java {} does not show its receives, so push mode runs without its watchdog:"
            + " a connection that dies without a reset may go unnoticed; use the client that"
            + " worker.jar contains, or --mode simple ({})",
        MetadataUtils.getVersion(),
        why);
  }

  @Override
  public void doBefore(MessageInterceptorContext context, List<GeneralMessage> messages) {
    if (context.getMessageHookPoints() == MessageHookPoints.RECEIVE) {
      receives.asked();
      context.putAttribute(BEGAN, Attribute.create(nanoTime.getAsLong()));
    }
    metrics.doBefore(context, messages);
  }

  @Override
  public void doAfter(MessageInterceptorContext context, List<GeneralMessage> messages) {
    if (context.getMessageHookPoints() == MessageHookPoints.RECEIVE) {
      if (context.getStatus() == MessageHookPointsStatus.OK) {
        receives.returned();
      } else {
        receives.failed(
            Optional.ofNullable(context.getAttribute(BEGAN))
                .map(began -> Duration.ofNanos(nanoTime.getAsLong() - began.get())));
      }
    }
    metrics.doAfter(context, messages);
  }
}
