/** Compares what a producer has sent with what the database says became of it. */
@NullMarked
package dev.lanekeeper.worker.verify;

import org.jspecify.annotations.NullMarked;
