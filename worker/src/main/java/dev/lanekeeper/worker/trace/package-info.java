/** The trace of each delivered message: where it was received, processed and settled. */
@NullMarked
package dev.lanekeeper.worker.trace;

import org.jspecify.annotations.NullMarked;
