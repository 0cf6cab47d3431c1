/** Records to messages, and messages to RocketMQ, one after the other. */
@NullMarked
package dev.lanekeeper.producer.send;

import org.jspecify.annotations.NullMarked;
