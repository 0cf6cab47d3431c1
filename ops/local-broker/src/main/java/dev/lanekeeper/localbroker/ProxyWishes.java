package dev.lanekeeper.localbroker;

/**
 * What of the proxy can be chosen. Immutable.
 *
 * @param maxMessageSize of a message's body, in bytes
 */
record ProxyWishes(ProxyMode mode, DeadClientTimeout deadClientTimeout, int maxMessageSize) {}
