package dev.lanekeeper.worker.operate;

/**
 * Who acts, and why. Immutable.
 *
 * @param author a person's or a system's name
 * @param reason in words, for those who look later
 */
public record Operator(String author, String reason) {}
