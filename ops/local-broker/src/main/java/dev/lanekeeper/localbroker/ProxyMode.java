package dev.lanekeeper.localbroker;

/** How the proxy reaches the broker: over the network as in production, or by method calls. */
enum ProxyMode {
  CLUSTER,
  LOCAL
}
