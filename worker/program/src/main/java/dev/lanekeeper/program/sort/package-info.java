/** Sorting more than memory holds. */
@NullMarked
package dev.lanekeeper.program.sort;

import org.jspecify.annotations.NullMarked;
