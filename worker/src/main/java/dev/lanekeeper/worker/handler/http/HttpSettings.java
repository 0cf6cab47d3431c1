package dev.lanekeeper.worker.handler.http;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where messages are posted to, and how. Immutable.
 *
 * @param url http or https, with a host, without user information
 * @param connectTimeout for a connection
 * @param responseTimeout from the first byte sent to the last one read, with redirects
 * @param resultLimit how many bytes of an answer are kept
 * @param signature signs each request, where there is a secret
 * @param allowPrivate whether addresses that are not public may be called
 */
public record HttpSettings(
    URI url,
    Duration connectTimeout,
    Duration responseTimeout,
    int resultLimit,
    Optional<Signature> signature,
    boolean allowPrivate) {}
