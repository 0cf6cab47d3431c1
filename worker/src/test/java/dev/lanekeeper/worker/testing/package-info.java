/** What the tests share. */
@NullMarked
package dev.lanekeeper.worker.testing;

import org.jspecify.annotations.NullMarked;
