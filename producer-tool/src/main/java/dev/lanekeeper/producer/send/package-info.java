/** Records to messages, and messages to RocketMQ, of each group one at a time. */
@NullMarked
package dev.lanekeeper.producer.send;

import org.jspecify.annotations.NullMarked;
