/** The handlers of a worker: found, chosen, routed to and closed. */
@NullMarked
package dev.lanekeeper.worker.handler;

import org.jspecify.annotations.NullMarked;
