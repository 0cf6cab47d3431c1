/** The groups that wait longest, for a person to look at. */
@NullMarked
package dev.lanekeeper.worker.cli.top;

import org.jspecify.annotations.NullMarked;
