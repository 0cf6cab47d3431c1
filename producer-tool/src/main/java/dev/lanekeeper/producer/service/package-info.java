/** What commands share that run until they are told to stop. */
@NullMarked
package dev.lanekeeper.producer.service;

import org.jspecify.annotations.NullMarked;
