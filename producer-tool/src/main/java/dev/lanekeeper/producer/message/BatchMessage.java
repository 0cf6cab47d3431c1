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
  /** Bytes around a single record: the array's begin and end. */
  public static final int AROUND = 2;

  private static final String TYPE = "ledger.batch.v1";
  private static final String TAG = "batch";

  private final String ledger;
  private final int limit;
  private final int bodyBytes;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int records;

  /**
   * @param ledger names the ledger: the message group of all its ledger messages
   * @param limit how many records it takes
   * @param bodyBytes how long its body may be
   */
  public BatchMessage(String ledger, int limit, int bodyBytes) {
    this.ledger = ledger;
    this.limit = limit;
    this.bodyBytes = bodyBytes;
  }

  /**
   * Adds a record, unless there is no room for it: one that fits into no message is never added.
   */
  public boolean add(LedgerRecord record, long sequence) {
    byte[] json = LedgerBody.of(record, sequence);
    if (records == limit || body.size() + 1 + json.length + 1 > bodyBytes) {
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
