package dev.lanekeeper.benchmark.cell;

import org.jspecify.annotations.Nullable;

/**
 * What one run of one consumer came to. Immutable.
 *
 * @param perSecond messages committed a second while a backlog is drained
 * @param p50 half of the messages of a steady rate took at most so many milliseconds from before
 *     their sending to behind their commit
 * @param p95 the same of 95 of 100
 * @param p99 the same of 99 of 100
 * @param cpuPerThousand seconds of processor time of the consumer's process for 1,000 messages of
 *     the backlog
 * @param databaseCpuPerThousand the same of all processes of PostgreSQL; null with another database
 * @param peakMib memory that the process had resident at most
 * @param statements of the framework for each message; null where they were not counted
 */
public record Measurement(
    double perSecond,
    double p50,
    double p95,
    double p99,
    double cpuPerThousand,
    @Nullable Double databaseCpuPerThousand,
    double peakMib,
    @Nullable Double statements) {}
