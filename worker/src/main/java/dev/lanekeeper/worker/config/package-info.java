/** The settings of a worker. */
@NullMarked
package dev.lanekeeper.worker.config;

import org.jspecify.annotations.NullMarked;
