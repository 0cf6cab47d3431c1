/** Ledger files to raw records with their positions: CSV and JSON Lines. */
@NullMarked
package dev.lanekeeper.producer.read;

import org.jspecify.annotations.NullMarked;
