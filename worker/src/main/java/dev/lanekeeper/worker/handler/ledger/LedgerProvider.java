package dev.lanekeeper.worker.handler.ledger;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.ledger.LedgerOperation;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the ledger handler known. Immutable.
 *
 * @param handler the ledger handler, or one that stands in for it
 */
public record LedgerProvider(MessageHandler handler) implements HandlerProvider {
  public static final String NAME = "ledger";

  public LedgerProvider() {
    this(new LedgerHandler());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<String> types() {
    return Arrays.stream(LedgerOperation.values())
        .map(LedgerOperation::type)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public MessageHandler create() {
    return handler;
  }
}
