/** Points at which tests kill a worker; inert in production. */
@NullMarked
package dev.lanekeeper.worker.fault;

import org.jspecify.annotations.NullMarked;
