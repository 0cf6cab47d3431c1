package dev.lanekeeper.api.ledger;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Builds the CloudEvents source of an order's messages: one source per order. */
public final class OrderSource {
  private static final String PREFIX = "/ledger/orders/";

  private OrderSource() {}

  /**
   * Returns {@code /ledger/orders/} and the order id, percent-encoded as RFC 3986 has it:
   * everything but letters, digits and {@code -._~} becomes its UTF-8 bytes, so that two ids share
   * a source only when they are the same bytes.
   */
  public static String of(String orderId) {
    // URLEncoder speaks HTML forms, which differ from RFC 3986 in these three characters.
    return PREFIX
        + URLEncoder.encode(orderId, StandardCharsets.UTF_8)
            .replace("+", "%20")
            .replace("*", "%2A")
            .replace("%7E", "~");
  }
}
