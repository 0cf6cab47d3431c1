/** The connection pool, the schema and what differs between databases. */
@NullMarked
package dev.lanekeeper.worker.database;

import org.jspecify.annotations.NullMarked;
