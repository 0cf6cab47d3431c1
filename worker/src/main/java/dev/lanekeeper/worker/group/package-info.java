/** Message groups: their state and high-water mark, and the messages held for them. */
@NullMarked
package dev.lanekeeper.worker.group;

import org.jspecify.annotations.NullMarked;
