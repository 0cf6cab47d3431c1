package dev.lanekeeper.program.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the table of settings says about an option beside its default; on the option's field. Such
 * an option is a setting of a program; one without is a part of a single command line.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Tuning {

  /** Why one would change it. */
  String why();

  /** Whether hardly anybody has a reason to. */
  boolean rarely() default false;

  /** The default in words, of an option whose default is worked out. */
  String byDefault() default "";
}
