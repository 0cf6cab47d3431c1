package dev.lanekeeper.program.settings;

/**
 * A value that was set elsewhere than on the command line. Immutable.
 *
 * @param name the option's name without its dashes
 * @param value as it was written, never empty
 * @param origin where it was written, for a person
 */
public record Setting(String name, String value, String origin) {}
