/** Traces: the spans of messages, and the way of their context through messages. */
@NullMarked
package dev.lanekeeper.program.tracing;

import org.jspecify.annotations.NullMarked;
