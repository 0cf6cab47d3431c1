package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.Endpoints;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a worker that have to fit what is around it, and one another. Immutable.
 *
 * @param topic what it receives
 * @param consumerGroup for whom
 * @param simple whether it extends its leases itself
 * @param concurrency handlers at once
 * @param poolSize database connections at most
 * @param maxAttempts runs of the handler for one message
 * @param invisibleTime how long the broker keeps a message for the worker
 * @param lockTimeout how long a statement waits for a row
 * @param statementTimeout how long a statement may take
 * @param migrates whether {@code run} brings the schema up to date by itself
 * @param databaseFlags the flags that name the database, for commands in findings
 * @param redeliveryHorizon how late a message may come again; empty when no record is ever removed
 * @param nameServers where the brokers can be asked for what gRPC does not tell; may be empty
 */
public record Needs(
    String topic,
    String consumerGroup,
    boolean simple,
    int concurrency,
    int poolSize,
    int maxAttempts,
    Duration invisibleTime,
    Duration lockTimeout,
    Duration statementTimeout,
    boolean migrates,
    String databaseFlags,
    Optional<Duration> redeliveryHorizon,
    Optional<Endpoints> nameServers) {}
