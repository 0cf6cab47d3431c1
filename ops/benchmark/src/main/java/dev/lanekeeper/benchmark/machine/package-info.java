/** Broker, database and the processes of the consumers. */
@NullMarked
package dev.lanekeeper.benchmark.machine;

import org.jspecify.annotations.NullMarked;
