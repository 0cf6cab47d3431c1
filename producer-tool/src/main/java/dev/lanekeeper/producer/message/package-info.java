/** Records to messages: the message contract (design.md). */
@NullMarked
package dev.lanekeeper.producer.message;

import org.jspecify.annotations.NullMarked;
