/** What came off the wire, and what it means: raw messages, and their decoding. */
@NullMarked
package dev.lanekeeper.worker.message;

import org.jspecify.annotations.NullMarked;
