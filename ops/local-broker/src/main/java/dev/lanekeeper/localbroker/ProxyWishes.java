package dev.lanekeeper.localbroker;

import java.util.Optional;
import org.apache.rocketmq.remoting.common.TlsMode;

/**
 * What of the proxy, and of the broker behind it, can be chosen. Immutable.
 *
 * @param maxMessageSize of a message's body, in bytes
 * @param tls whether clients may encrypt, must or cannot
 * @param credentials whose signature both ask for; empty when anybody may do anything
 */
record ProxyWishes(
    ProxyMode mode,
    DeadClientTimeout deadClientTimeout,
    int maxMessageSize,
    TlsMode tls,
    Optional<Credentials> credentials) {}
