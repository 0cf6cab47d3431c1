/** The operator's commands: message groups and dead letters. */
@NullMarked
package dev.lanekeeper.worker.cli.groups;

import org.jspecify.annotations.NullMarked;
