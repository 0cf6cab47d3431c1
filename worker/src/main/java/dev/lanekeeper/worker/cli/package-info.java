/** The commands, and the composition root. */
@NullMarked
package dev.lanekeeper.worker.cli;

import org.jspecify.annotations.NullMarked;
