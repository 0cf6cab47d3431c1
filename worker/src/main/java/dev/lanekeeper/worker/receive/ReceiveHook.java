package dev.lanekeeper.worker.receive;

import java.util.List;
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
 * Sees the receives of a PushConsumer, which makes them by itself and tells nobody: through the
 * interceptors that the client has for its own metrics (ProcessQueueImpl of rocketmq-client-java
 * 5.2.0). They are no part of its interface; with a client that does not have them, receives are
 * not seen, which is told at the start, and nothing else changes. Thread-safe.
 */
final class ReceiveHook implements MessageInterceptor {
  private static final Logger log = LoggerFactory.getLogger(ReceiveHook.class);

  private final Runnable onReceive;
  private final Runnable onReturn;
  private final Runnable onFailure;

  private ReceiveHook(Runnable onReceive, Runnable onReturn, Runnable onFailure) {
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
      var method =
          ClientImpl.class.getDeclaredMethod("addMessageInterceptor", MessageInterceptor.class);
      method.setAccessible(true);
      method.invoke(client, new ReceiveHook(onReceive, onReturn, onFailure));
      return true;
    } catch (ReflectiveOperationException | RuntimeException other) {
      log.warn(
          "rocketmq-client-java {} does not show its receives, so push mode runs without its"
              + " watchdog: a connection that dies without a reset may go unnoticed; use the client"
              + " that worker.jar contains, or --mode simple ({})",
          MetadataUtils.getVersion(),
          other.toString());
      return false;
    }
  }

  @Override
  public void doBefore(MessageInterceptorContext context, List<GeneralMessage> messages) {
    if (context.getMessageHookPoints() == MessageHookPoints.RECEIVE) {
      onReceive.run();
    }
  }

  @Override
  public void doAfter(MessageInterceptorContext context, List<GeneralMessage> messages) {
    if (context.getMessageHookPoints() == MessageHookPoints.RECEIVE) {
      (context.getStatus() == MessageHookPointsStatus.OK ? onReturn : onFailure).run();
    }
  }
}
