package dev.lanekeeper.worker.observe;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How this process writes its log. Stateless. */
public final class Logs {
  private static final String APPENDER = "stderr";

  private Logs() {}

  /**
   * Writes JSON lines from now on. Somebody who brings a configuration of his own for logback keeps
   * it.
   *
   * @param ofEachLine fields that every line has
   */
  public static void asJson(Map<String, String> ofEachLine) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
            instanceof ConsoleAppender<ILoggingEvent> console) {
      EventJsonEncoder encoder = new EventJsonEncoder(ofEachLine);
      encoder.setContext(context);
      encoder.start();
      console.setEncoder(encoder);
    }
  }
}
