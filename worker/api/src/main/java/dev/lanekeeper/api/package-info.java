/**
 * What others build against: the attributes of a message, its fingerprint, and the handler's side
 * of the worker. Depends on nothing of the worker.
 */
@NullMarked
package dev.lanekeeper.api;

import org.jspecify.annotations.NullMarked;
