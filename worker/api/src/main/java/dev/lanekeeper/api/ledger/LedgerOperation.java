package dev.lanekeeper.api.ledger;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a ledger record does to its order, with the CloudEvents type and the RocketMQ tag for it.
 */
public enum LedgerOperation {
  CREATE("create", "ledger.order.created.v1"),
  ADD("add", "ledger.transaction.added.v1"),
  MODIFY("modify", "ledger.transaction.modified.v1"),
  DELETE("delete", "ledger.order.deleted.v1");

  private static final Map<String, LedgerOperation> BY_TAG =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(LedgerOperation::tag, operation -> operation));

  private final String tag;
  private final String type;

  LedgerOperation(String tag, String type) {
    this.tag = tag;
    this.type = type;
  }

  /** The word in a ledger file, and the RocketMQ tag. */
  public String tag() {
    return tag;
  }

  /** The CloudEvents type. */
  public String type() {
    return type;
  }

  public static Optional<LedgerOperation> ofTag(String tag) {
    return Optional.ofNullable(BY_TAG.get(tag));
  }

  public static Optional<LedgerOperation> ofType(String type) {
    return Arrays.stream(values()).filter(operation -> operation.type.equals(type)).findFirst();
  }
}
