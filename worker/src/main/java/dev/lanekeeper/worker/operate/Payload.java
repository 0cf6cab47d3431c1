package dev.lanekeeper.worker.operate;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.worker.group.HeldMessage;

/** A corrected payload. Immutable, but for its bytes, which nobody may change. */
public record Payload(byte[] body) {

  /** Its fingerprint in place of the message's own payload. */
  String fingerprint(HeldMessage message) {
    String contentType = message.raw().properties().get(MessageAttributes.CONTENT_TYPE);
    return Fingerprint.of(contentType, body).hex();
  }
}
