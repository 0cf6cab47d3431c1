/** Figures of several runs, as a table, JSON and a chart. */
@NullMarked
package dev.lanekeeper.benchmark.report;

import org.jspecify.annotations.NullMarked;
