/** The handler that posts each message to an HTTP endpoint. */
@NullMarked
package dev.lanekeeper.worker.handler.http;

import org.jspecify.annotations.NullMarked;
