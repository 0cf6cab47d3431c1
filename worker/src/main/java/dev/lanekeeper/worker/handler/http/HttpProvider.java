package dev.lanekeeper.worker.handler.http;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the HTTP handler known. Immutable.
 *
 * @param types those that go to it beside other handlers
 * @param settings read only when it is chosen
 */
public record HttpProvider(Set<String> types, Supplier<HttpSettings> settings)
    implements HandlerProvider {
  public static final String NAME = "http";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public MessageHandler create() {
    HttpSettings read = settings.get();
    Targets targets = new Targets(read.allowPrivate(), InetAddress::getAllByName);
    return new HttpHandler(read, targets, System::nanoTime, Instant::now);
  }
}
