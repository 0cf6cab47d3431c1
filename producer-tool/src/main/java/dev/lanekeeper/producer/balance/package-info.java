/** What the orders of a ledger come to, worked out in memory. */
@NullMarked
package dev.lanekeeper.producer.balance;

import org.jspecify.annotations.NullMarked;
