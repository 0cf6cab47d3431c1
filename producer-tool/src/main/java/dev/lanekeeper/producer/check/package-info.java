/** What must hold across records, checked for every file before the first record is sent. */
@NullMarked
package dev.lanekeeper.producer.check;

import org.jspecify.annotations.NullMarked;
