/** NameServer, broker and proxy in one process, on loopback, for development, demos and tests. */
@NullMarked
package dev.lanekeeper.localbroker;

import org.jspecify.annotations.NullMarked;
