package dev.lanekeeper.producer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Date;
import java.util.Map;

/**
 * A clock that jumps changes nothing: what is waited for is measured on the monotonic clock, which
 * the commands hand down, so that a test can set it.
 */
@AnalyzeClasses(
    packages = "dev.lanekeeper.producer",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClocksTest {
  /** Who reads the monotonic clock by itself, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "dev.lanekeeper.producer.send.Happening",
          "a DelayQueue waits by this clock and no other");

  @ArchTest
  static final ArchRule wallClockIsNotRead =
      noClasses()
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe(
                  "it reads the wall clock", ClocksTest::readsTheWallClock))
          .because("nothing written or waited for may depend on it");

  @ArchTest
  static final ArchRule monotonicClockIsHandedDown =
      noClasses()
          .that(
              DescribedPredicate.<JavaClass>describe(
                  "are neither commands nor named exceptions",
                  type ->
                      !type.getPackageName().equals("dev.lanekeeper.producer.cli")
                          && !EXCEPTIONS.containsKey(type.getName())))
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe(
                  "it reads the monotonic clock", ClocksTest::readsTheMonotonicClock));

  private static boolean readsTheMonotonicClock(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(System.class)
        && access.getTarget().getName().equals("nanoTime");
  }

  private static boolean readsTheWallClock(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    return switch (access.getTarget().getName()) {
      case "now" -> owner.getPackageName().equals("java.time");
      case "currentTimeMillis" -> owner.isEquivalentTo(System.class);
      case "<init>" -> owner.isEquivalentTo(Date.class);
      default -> owner.isEquivalentTo(Clock.class);
    };
  }
}
