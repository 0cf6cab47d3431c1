/**
 * The ledger processor of the Sequential Convoy: ledger messages, each a batch of operations over
 * many orders, become one message for each operation.
 */
@NullMarked
package dev.lanekeeper.producer.split;

import org.jspecify.annotations.NullMarked;
