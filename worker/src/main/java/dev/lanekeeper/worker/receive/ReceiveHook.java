package dev.lanekeeper.worker.receive;

import java.lang.reflect.Field;
import java.util.List;
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

  private final MessageInterceptor metrics;
  private final Runnable onReceive;
  private final Runnable onReturn;
  private final Runnable onFailure;

  private ReceiveHook(
      MessageInterceptor metrics, Runnable onReceive, Runnable onReturn, Runnable onFailure) {
    this.metrics = metrics;
    this.onReceive = onReceive;
    this.onReturn = onReturn;
    this.onFailure = onFailure;
  }

  /**
   * Attaches a hook to a client.
   *
   * @return false when that is not possible, and says so
   */
  static boolean attach(Object client, Runnable onReceive, Runnable onReturn, Runnable onFailure) {
    try {
      List<MessageInterceptor> interceptors = interceptors(client);
      interceptors.set(0, new ReceiveHook(interceptors.get(0), onReceive, onReturn, onFailure));
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
      onReceive.run();
    }
    metrics.doBefore(context, messages);
  }

  @Override
  public void doAfter(MessageInterceptorContext context, List<GeneralMessage> messages) {
    if (context.getMessageHookPoints() == MessageHookPoints.RECEIVE) {
      (context.getStatus() == MessageHookPointsStatus.OK ? onReturn : onFailure).run();
    }
    metrics.doAfter(context, messages);
  }
}
