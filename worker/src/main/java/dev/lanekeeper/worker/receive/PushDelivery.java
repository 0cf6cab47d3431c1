package dev.lanekeeper.worker.receive;

import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.trace.DeliveryTrace;
import dev.lanekeeper.worker.trace.MessageTraces;
import org.apache.rocketmq.client.apis.message.MessageView;

/**
 * One message of a PushConsumer, whose leases are the proxy's. In its trace receive and settle are
 * moments: the client has received it before, and acknowledges it later. For one thread.
 */
final class PushDelivery {
  private final LaneScheduler lanes;
  private final RawMessage message;
  private final DeliveryTrace trace;

  PushDelivery(MessageView view, LaneScheduler lanes, MessageTraces traces) {
    this.lanes = lanes;
    this.message = Views.raw(view);
    this.trace = traces.received(message, traces.now());
  }

  /** Has it processed in its lane; whether the client may acknowledge it then. */
  boolean settle() throws InterruptedException {
    Outcome outcome = ReceiveLoop.outcome(lanes.submit(new Delivered(message, () -> true, trace)));
    boolean settled = outcome instanceof Outcome.Settled;
    DeliveryTrace.settled(
        trace.settling(), settled ? Acknowledgement.ACCEPTED.label() : SimpleDelivery.HANDED_BACK);
    return settled;
  }
}
