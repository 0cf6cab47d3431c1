/**
 * The transactional outbox's other half: what an application has written in its own transactions is
 * sent, of each message group in the order of the commits (ops/adr/0006).
 */
@NullMarked
package dev.lanekeeper.producer.relay;

import org.jspecify.annotations.NullMarked;
