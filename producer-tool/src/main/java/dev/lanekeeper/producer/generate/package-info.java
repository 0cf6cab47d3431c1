/** Synthetic ledgers: the same seed gives the same file. */
@NullMarked
package dev.lanekeeper.producer.generate;

import org.jspecify.annotations.NullMarked;
