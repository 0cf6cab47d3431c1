package com.example.points;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import java.util.Set;

/** By this the worker finds the handler: it is named in META-INF/services. */
public final class PointsProvider implements HandlerProvider {

  @Override
  public String name() {
    return "points"; // --handler points
  }

  @Override
  public Set<String> types() {
    return Set.of(PointsHandler.COMPLETED, PointsHandler.REFUNDED);
  }

  @Override
  public int apiVersion() {
    return API_VERSION; // Always this: the compiler copies the number.
  }

  @Override
  public MessageHandler create() {
    return new PointsHandler(); // Read settings and open clients here; throw when one is missing.
  }
}
