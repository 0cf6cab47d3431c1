/** The consumers that are compared, each the only work of its process. */
@NullMarked
package dev.lanekeeper.benchmark.consumer;

import org.jspecify.annotations.NullMarked;
