/** The schema. */
@NullMarked
package dev.lanekeeper.worker.database;

import org.jspecify.annotations.NullMarked;
