/** The words of the sample domain that producer and worker must spell alike. */
@NullMarked
package dev.lanekeeper.api.ledger;

import org.jspecify.annotations.NullMarked;
