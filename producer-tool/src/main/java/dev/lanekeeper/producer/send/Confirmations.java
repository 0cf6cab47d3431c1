package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;

/** Keeps in mind what the broker has confirmed. For one thread. */
public interface Confirmations {
  /** Nothing is confirmed, and nothing is kept. */
  Confirmations NONE =
      new Confirmations() {
        @Override
        public boolean contains(long number) {
          return false;
        }

        @Override
        public void add(Outgoing outgoing, Receipt.Stored stored) {}
      };

  /** Whether an earlier run has seen this record confirmed. */
  boolean contains(long number);

  /** The broker has confirmed it. */
  void add(Outgoing outgoing, Receipt.Stored stored);
}
