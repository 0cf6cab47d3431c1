/** Lanekeeper beside what people write by hand, measured in one run on one machine. */
@NullMarked
package dev.lanekeeper.benchmark;

import org.jspecify.annotations.NullMarked;
