/** The messages: what they are, in which order, and how they are sent. */
@NullMarked
package dev.lanekeeper.benchmark.traffic;

import org.jspecify.annotations.NullMarked;
