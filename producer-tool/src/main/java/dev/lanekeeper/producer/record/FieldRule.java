package dev.lanekeeper.producer.record;

/** Reads one field's text by its rule. */
interface FieldRule<T> {
  T parse(String text) throws FieldException;
}
