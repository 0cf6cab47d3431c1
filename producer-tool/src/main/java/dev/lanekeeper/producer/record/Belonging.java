package dev.lanekeeper.producer.record;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a record says about its place, although something else in it is wrong. Immutable.
 *
 * @param numbered whether it has a sequence, right or wrong
 * @param sequence the sequence, if it is a right one
 */
public record Belonging(String messageGroup, boolean numbered, OptionalLong sequence) {

  /** Empty when the record does not say whose it is. */
  public static Optional<Belonging> of(RawRecord raw) {
    RawValue orderId = raw.values().get(Field.ORDER_ID);
    RawValue sequence = raw.values().get(Field.SEQ);
    if (orderId == null || !isText(orderId)) {
      return Optional.empty();
    }
    try {
      String id =
          Identifier.parse(Field.ORDER_ID.label(), orderId.text(), RecordParser.ORDER_ID_BYTES);
      return Optional.of(new Belonging(id, sequence != null, sequence(sequence)));
    } catch (FieldException noId) {
      return Optional.empty();
    }
  }

  private static OptionalLong sequence(@Nullable RawValue value) {
    if (value == null || value.kind() == RawValue.Kind.TEXT) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(SequenceNumber.parse(Field.SEQ.label(), value.text()));
    } catch (FieldException noSequence) {
      return OptionalLong.empty();
    }
  }

  private static boolean isText(RawValue value) {
    return value.kind() == RawValue.Kind.TEXT || value.kind() == RawValue.Kind.UNTYPED;
  }
}
