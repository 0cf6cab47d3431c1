/** Commands that show and check the settings of another command. */
@NullMarked
package dev.lanekeeper.program.config;

import org.jspecify.annotations.NullMarked;
