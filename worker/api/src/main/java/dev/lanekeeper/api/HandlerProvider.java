package dev.lanekeeper.api;

import java.util.Set;

/**
 * Makes a handler known to the worker, which finds it with {@link java.util.ServiceLoader}: the jar
 * names the implementing class, public and with a public constructor without parameters, in {@code
 * META-INF/services/dev.lanekeeper.api.HandlerProvider}. It is asked before anything is received.
 *
 * <p>The class sees its own jar, or all jars of its folder, the JDK, and of the worker only this
 * api, Jdbi and SLF4J; whatever else it needs it brings along, in whichever version.
 */
public interface HandlerProvider {

  /**
   * The version of this api. Compilers copy it into the handler's class, so a provider that returns
   * it as {@link #apiVersion} tells what it was compiled against.
   */
  int API_VERSION = 1;

  /** What {@code --handler} calls it: lower-case letters, digits and dashes. */
  String name();

  /**
   * The CloudEvents types that it handles (for other messages the RocketMQ tags), exactly as they
   * are sent. They choose among several handlers; one that is named alone gets every message. Empty
   * when it can only be named alone.
   */
  Set<String> types();

  /** Always {@code return API_VERSION;}. */
  int apiVersion();

  /**
   * Makes the handler, once for the life of the process. Whatever is missing for its work should be
   * thrown here: the worker then does not start.
   *
   * @throws Exception when it cannot work
   */
  MessageHandler create() throws Exception;
}
