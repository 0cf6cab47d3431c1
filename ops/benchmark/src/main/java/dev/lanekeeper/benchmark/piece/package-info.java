/** Pieces of a message's way, each alone, by JMH. */
@NullMarked
package dev.lanekeeper.benchmark.piece;

import org.jspecify.annotations.NullMarked;
