package dev.lanekeeper.producer.read;

import java.nio.file.attribute.FileTime;

/** What tells that a file has changed without reading it. Immutable. */
public record FileLook(long size, FileTime modified) {}
