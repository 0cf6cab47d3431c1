/** What is written down while sending: the checkpoint and the receipts. */
@NullMarked
package dev.lanekeeper.producer.journal;

import org.jspecify.annotations.NullMarked;
