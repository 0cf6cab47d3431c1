/** What is measured, and the run of one measurement. */
@NullMarked
package dev.lanekeeper.benchmark.cell;

import org.jspecify.annotations.NullMarked;
