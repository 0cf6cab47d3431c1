package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.process.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jspecify.annotations.Nullable;

/**
 * Push mode: a PushConsumer whose listener passes each message through its lane and answers SUCCESS
 * once the fate is committed, whatever the fate. FAILURE is only for stopping, because the client's
 * own retries and its dead-letter queue break the order (design.md, "The two receivers"). The proxy
 * extends the leases. Thread-safe.
 */
public final class PushReceiver implements Receiver {
  private final ClientConfiguration client;
  private final ClientStart start;
  private final ReceiveSettings settings;
  private final LaneScheduler lanes;
  private final ReceiveListener listener;
  private volatile boolean stopping;
  private @Nullable PushConsumer consumer;

  public PushReceiver(
      ClientConfiguration client,
      ClientStart start,
      ReceiveSettings settings,
      LaneScheduler lanes,
      ReceiveListener listener) {
    this.client = client;
    this.start = start;
    this.settings = settings;
    this.lanes = lanes;
    this.listener = listener;
  }

  @Override
  public void start() {
    consumer =
        start.start(
            () ->
                ClientServiceProvider.loadService()
                    .newPushConsumerBuilder()
                    .setClientConfiguration(client)
                    .setConsumerGroup(settings.consumerGroup())
                    .setSubscriptionExpressions(Map.of(settings.topic(), FilterExpression.SUB_ALL))
                    .setConsumptionThreadCount(settings.threads())
                    .setEnableFifoConsumeAccelerator(true)
                    .setMessageListener(this::consume)
                    .build());
  }

  private ConsumeResult consume(MessageView view) {
    if (stopping) {
      listener.handedBack();
      return ConsumeResult.FAILURE;
    }
    listener.received(1);
    try {
      Outcome outcome = lanes.submit(Views.raw(view), () -> true).get();
      if (outcome instanceof Outcome.Settled) {
        listener.acknowledged(true);
        return ConsumeResult.SUCCESS;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("lanes complete with an outcome", impossible);
    }
    listener.handedBack();
    return ConsumeResult.FAILURE;
  }

  /** The client receives by itself and does not tell: taken for granted. */
  @Override
  public boolean isReceiving() {
    return true;
  }

  @Override
  public void stopReceiving() {
    stopping = true;
  }

  @Override
  public boolean close(Duration limit) {
    return consumer == null || BoundedClose.close(consumer, limit);
  }
}
