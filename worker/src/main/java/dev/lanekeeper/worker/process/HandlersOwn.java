package dev.lanekeeper.worker.process;

import java.util.concurrent.Callable;

/** Errors that are a handler's own say something about its message, and nothing about the JVM. */
final class HandlersOwn {
  private HandlersOwn() {}

  /** What has no result. */
  interface Code {
    void run() throws Exception;
  }

  /** Runs code of a handler, whose own errors are failures like any other. */
  static <T> T call(Callable<T> code) throws Exception {
    try {
      return code.call();
    } catch (LinkageError | StackOverflowError | AssertionError handlersOwn) {
      throw new IllegalStateException("the handler failed: " + handlersOwn, handlersOwn);
    }
  }

  /** The same for what has no result. */
  static void run(Code code) throws Exception {
    try {
      code.run();
    } catch (LinkageError | StackOverflowError | AssertionError handlersOwn) {
      throw new IllegalStateException("the handler failed: " + handlersOwn, handlersOwn);
    }
  }
}
