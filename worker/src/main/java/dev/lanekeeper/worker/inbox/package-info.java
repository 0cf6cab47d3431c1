/** The inbox: one row per message whose fate is settled, and the way into it. */
@NullMarked
package dev.lanekeeper.worker.inbox;

import org.jspecify.annotations.NullMarked;
