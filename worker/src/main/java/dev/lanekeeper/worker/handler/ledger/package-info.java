/** The sample handler: keeps the balances of orders. */
@NullMarked
package dev.lanekeeper.worker.handler.ledger;

import org.jspecify.annotations.NullMarked;
