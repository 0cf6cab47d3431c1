package dev.lanekeeper.api;

/**
 * The names of the message properties that carry a CloudEvent in binary mode, spelled as the
 * CloudEvents SDK for Java spells its RocketMQ binding: {@code CE_} and the attribute's name,
 * extensions without a prefix.
 */
public final class MessageAttributes {
  public static final String SPEC_VERSION = "CE_specversion";
  public static final String ID = "CE_id";
  public static final String SOURCE = "CE_source";
  public static final String TYPE = "CE_type";
  public static final String SUBJECT = "CE_subject";
  public static final String TIME = "CE_time";
  public static final String CONTENT_TYPE = "CE_contenttype";

  /** Extension: the order id again, as the CloudEvents partitioning extension names it. */
  public static final String PARTITION_KEY = "partitionkey";

  /** Extension: the message's place in its group, a decimal integer from 1. */
  public static final String SEQUENCE = "sequence";

  /** Extension: {@code true} on the last message of a group. */
  public static final String LAST_IN_SEQUENCE = "lastinsequence";

  /** Extension: the W3C trace context. */
  public static final String TRACE_PARENT = "traceparent";

  public static final String JSON = "application/json";

  private MessageAttributes() {}
}
