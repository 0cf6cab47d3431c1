/** Random histories of faults, run against real programs and compared with a simple model. */
@NullMarked
package dev.lanekeeper.worker.model;

import org.jspecify.annotations.NullMarked;
