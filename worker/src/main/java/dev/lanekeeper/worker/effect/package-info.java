/** Effects outside the database: who may call, what came of it, and what nobody knows. */
@NullMarked
package dev.lanekeeper.worker.effect;

import org.jspecify.annotations.NullMarked;
