/** RocketMQ in: receives, keeps leases, acknowledges. */
@NullMarked
package dev.lanekeeper.worker.receive;

import org.jspecify.annotations.NullMarked;
