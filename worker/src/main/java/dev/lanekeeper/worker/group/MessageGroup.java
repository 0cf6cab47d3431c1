package dev.lanekeeper.worker.group;

import java.util.Optional;

/**
 * A message group's row: how far it has come, and whether it may move. Immutable; true only while
 * the transaction that read it holds the row's lock.
 *
 * @param state what happens to an arriving message
 * @param lastSequence the highest sequence that was settled; 0 before the first
 * @param heldCount how many held messages it has
 * @param reason why it is in a state that an operator has to look at
 */
public record MessageGroup(
    GroupState state, long lastSequence, int heldCount, Optional<String> reason) {}
