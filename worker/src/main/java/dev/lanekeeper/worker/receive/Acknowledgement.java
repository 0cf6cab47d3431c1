package dev.lanekeeper.worker.receive;

import java.util.Locale;

/** What became of an acknowledge. */
public enum Acknowledgement {
  /** The broker took it. */
  ACCEPTED,
  /** The broker did not take it, or could not be reached while the lease lasted. */
  REFUSED,
  /** The message was settled after its lease had ended: it comes again, as a duplicate. */
  LATE;

  /** Its name in traces. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
