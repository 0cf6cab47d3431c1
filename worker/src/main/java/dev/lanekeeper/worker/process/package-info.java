/** One message to one outcome: attempts, handler, transaction, policy. */
@NullMarked
package dev.lanekeeper.worker.process;

import org.jspecify.annotations.NullMarked;
