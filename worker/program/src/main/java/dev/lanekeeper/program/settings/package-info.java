/** The values of a command's options: flag, environment, file, default, in this order. */
@NullMarked
package dev.lanekeeper.program.settings;

import org.jspecify.annotations.NullMarked;
