/** How commands write data to standard output: for people or for programs. */
@NullMarked
package dev.lanekeeper.program.output;

import org.jspecify.annotations.NullMarked;
