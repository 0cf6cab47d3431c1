package dev.lanekeeper.worker;

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
 * A clock that jumps changes nothing: what is stored has the database's time, and what is waited
 * for is measured on the monotonic clock.
 */
@AnalyzeClasses(packages = "dev.lanekeeper", importOptions = ImportOption.DoNotIncludeTests.class)
class ClocksTest {
  /** Who reads the wall clock, and why it does no harm there. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "dev.lanekeeper.worker.trace.MessageTraces",
          "spans have the times of this machine's clock, and nothing rests on them",
          "dev.lanekeeper.worker.observe.WorkerMetrics",
          "the age of a message is a metric, and is never below zero",
          "dev.lanekeeper.worker.doctor.ClockCheck",
          "compares it with the database's, to tell a person",
          "dev.lanekeeper.worker.handler.http.HttpProvider",
          "a signature and the date of a Retry-After are compared with clocks of others",
          "dev.lanekeeper.worker.cli.WorkerRuntime",
          "gives the metrics their clock",
          "dev.lanekeeper.worker.cli.groups.WorkerParts",
          "gives the metrics their clock");

  @ArchTest
  static final ArchRule wallClockIsNotRead =
      noClasses()
          .that(
              DescribedPredicate.<JavaClass>describe(
                  "are no named exceptions", type -> !EXCEPTIONS.containsKey(type.getName())))
          .should()
          .accessTargetWhere(
              DescribedPredicate.<JavaAccess<?>>describe(
                  "it reads the wall clock", ClocksTest::readsTheWallClock))
          .because("nothing stored or waited for may depend on it");

  private static boolean readsTheWallClock(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    return switch (name) {
      case "now" -> owner.getPackageName().equals("java.time");
      case "currentTimeMillis" -> owner.isEquivalentTo(System.class);
      case "<init>" -> owner.isEquivalentTo(Date.class);
      default -> owner.isEquivalentTo(Clock.class);
    };
  }
}
