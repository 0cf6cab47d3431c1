package dev.lanekeeper.worker.process;

/**
 * Another process has put a run of the message on record so lately that it may be about to make it.
 */
public final class TriedElsewhereException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TriedElsewhereException() {
    super("another process is about to run the message");
  }
}
