/** The way to RocketMQ: where it is, how to log on, and what a failure to reach it means. */
@NullMarked
package dev.lanekeeper.program.broker;

import org.jspecify.annotations.NullMarked;
