/** How far the broker's queues are, and which of them do not move. */
@NullMarked
package dev.lanekeeper.worker.backlog;

import org.jspecify.annotations.NullMarked;
