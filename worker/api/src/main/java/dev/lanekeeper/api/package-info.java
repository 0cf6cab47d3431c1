/**
 * What others build against: the attributes of a message, its fingerprint, and the handler's side
 * of the worker. Depends on nothing of the worker.
 *
 * <p>A handler begins with {@link dev.lanekeeper.api.HandlerProvider}, by which it is found, and
 * {@link dev.lanekeeper.api.MessageHandler}, which is the business code.
 */
@NullMarked
package dev.lanekeeper.api;

import org.jspecify.annotations.NullMarked;
