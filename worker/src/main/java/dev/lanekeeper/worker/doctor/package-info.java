/**
 * What a worker needs around it, and whether it is there: checks of the broker, of the database and
 * of the settings against one another, each with the command that mends what it found.
 */
@NullMarked
package dev.lanekeeper.worker.doctor;

import org.jspecify.annotations.NullMarked;
