/** Metrics, health and the HTTP endpoints that show them. */
@NullMarked
package dev.lanekeeper.worker.observe;

import org.jspecify.annotations.NullMarked;
