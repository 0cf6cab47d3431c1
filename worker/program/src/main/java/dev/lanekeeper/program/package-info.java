/**
 * What both executables share: running a command, with plain errors and exit codes. Its parts: the
 * settings a command is given ({@code settings}) and the way to RocketMQ ({@code broker}).
 */
@NullMarked
package dev.lanekeeper.program;

import org.jspecify.annotations.NullMarked;
