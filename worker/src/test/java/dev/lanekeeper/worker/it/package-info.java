/** Integration tests: the packaged programs as real processes against a real broker. */
@NullMarked
package dev.lanekeeper.worker.it;

import org.jspecify.annotations.NullMarked;
