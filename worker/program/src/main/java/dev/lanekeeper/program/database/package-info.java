/** The way to the database: where it is, and an open pool of connections. */
@NullMarked
package dev.lanekeeper.program.database;

import org.jspecify.annotations.NullMarked;
