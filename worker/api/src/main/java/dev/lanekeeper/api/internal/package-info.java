/**
 * What worker and producer-tool share beside the interface: no part of it. It may change with any
 * version, and handlers do not see it.
 */
@NullMarked
package dev.lanekeeper.api.internal;

import org.jspecify.annotations.NullMarked;
