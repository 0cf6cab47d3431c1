/** Lanes: at most one message of a group at a time, many groups at once. */
@NullMarked
package dev.lanekeeper.worker.lane;

import org.jspecify.annotations.NullMarked;
