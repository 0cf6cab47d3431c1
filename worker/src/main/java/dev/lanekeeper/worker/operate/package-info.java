/** What operators see of groups and do to them, each change under the lock on the group's row. */
@NullMarked
package dev.lanekeeper.worker.operate;

import org.jspecify.annotations.NullMarked;
