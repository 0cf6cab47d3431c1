package dev.lanekeeper.producer.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.producer.record.LedgerRecord;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;

/**
 * A ledger message while it is filled: a JSON array of records, each in canonical JSON with its
 * sequence. Its id is the fingerprint of what it holds. For one thread.
 */
public final class BatchMessage {
  /** RocketMQ's default for a body, less the array's end. */
  private static final int LARGEST_BODY = 4 * 1024 * 1024 - 1;

  private static final String TYPE = "ledger.batch.v1";
  private static final String TAG = "batch";

  private final String ledger;
  private final int limit;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int records;

  /**
   * @param ledger names the ledger: the message group of all its ledger messages
   * @param limit how many records it takes
   */
  public BatchMessage(String ledger, int limit) {
    this.ledger = ledger;
    this.limit = limit;
  }

  /** Adds a record, unless there is no room for it. */
  public boolean add(LedgerRecord record, long sequence) {
    byte[] json = LedgerBody.of(record, sequence);
    boolean full = records == limit || body.size() + 1 + json.length > LARGEST_BODY;
    if (records > 0 && full) {
      return false;
    }
    body.write(records == 0 ? '[' : ',');
    body.writeBytes(json);
    records++;
    return true;
  }

  public boolean isEmpty() {
    return records == 0;
  }

  /**
   * What is sent.
   *
   * @param number its place among the ledger's messages of this run, from 1
   */
  public LedgerMessage message(long number) {
    body.write(']');
    byte[] bytes = body.toByteArray();
    String name = URLEncoder.encode(ledger, UTF_8).replace("+", "%20");
    return EventMessage.of(
        CloudEventBuilder.v1()
            .withId(Fingerprint.of(MessageAttributes.JSON, bytes).hex())
            .withSource(URI.create("/ledger/batches/" + name))
            .withType(TYPE)
            .withSubject(ledger)
            .withDataContentType(MessageAttributes.JSON)
            .build(),
        ledger,
        number,
        TAG,
        name + ":" + number,
        bytes);
  }
}
