/** The commands. */
@NullMarked
package dev.lanekeeper.producer.cli;

import org.jspecify.annotations.NullMarked;
