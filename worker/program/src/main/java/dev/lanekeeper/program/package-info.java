/**
 * What both executables share: running a command, with plain errors and exit codes. Its parts: the
 * settings a command is given ({@code settings}), the way to RocketMQ ({@code broker}) and to the
 * database ({@code database}).
 */
@NullMarked
package dev.lanekeeper.program;

import org.jspecify.annotations.NullMarked;
