/** A ledger record, and the rules for each of its fields. */
@NullMarked
package dev.lanekeeper.producer.record;

import org.jspecify.annotations.NullMarked;
