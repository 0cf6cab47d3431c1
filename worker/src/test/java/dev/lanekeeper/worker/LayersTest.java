package dev.lanekeeper.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** design.md, "Folders": imports run one way, with no cycles. */
@AnalyzeClasses(packages = "dev.lanekeeper", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  private static final String WORKER = "dev.lanekeeper.worker.";

  @ArchTest
  static final ArchRule importsRunOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.lanekeeper..")
          .layer("cli")
          .definedBy(WORKER + "cli..")
          .layer("config")
          .definedBy(WORKER + "config..")
          .layer("doctor")
          .definedBy(WORKER + "doctor..")
          .layer("operate")
          .definedBy(WORKER + "operate..")
          .layer("verify")
          .definedBy(WORKER + "verify..")
          .layer("observe")
          .definedBy(WORKER + "observe..")
          .layer("handler")
          .definedBy(WORKER + "handler..")
          .layer("receive")
          .definedBy(WORKER + "receive..")
          .layer("lane")
          .definedBy(WORKER + "lane..")
          .layer("process")
          .definedBy(WORKER + "process..")
          .layer("trace")
          .definedBy(WORKER + "trace..")
          .layer("backlog")
          .definedBy(WORKER + "backlog..")
          .layer("effect")
          .definedBy(WORKER + "effect..")
          .layer("database")
          .definedBy(WORKER + "database..")
          .layer("inbox")
          .definedBy(WORKER + "inbox..")
          .layer("group")
          .definedBy(WORKER + "group..")
          .layer("message")
          .definedBy(WORKER + "message..")
          .layer("fault")
          .definedBy(WORKER + "fault..")
          .layer("program")
          .definedBy("dev.lanekeeper.program..")
          .layer("api")
          .definedBy("dev.lanekeeper.api..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("doctor")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("verify")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("observe")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("operate")
          .mayOnlyBeAccessedByLayers("cli", "observe")
          .whereLayer("handler")
          .mayOnlyBeAccessedByLayers("cli", "config")
          .whereLayer("receive")
          .mayOnlyBeAccessedByLayers("cli", "config", "observe")
          .whereLayer("backlog")
          .mayOnlyBeAccessedByLayers("cli", "doctor", "observe")
          .whereLayer("lane")
          .mayOnlyBeAccessedByLayers("cli", "observe", "receive")
          .whereLayer("process")
          .mayOnlyBeAccessedByLayers("cli", "config", "observe", "operate", "receive", "lane")
          .whereLayer("trace")
          .mayOnlyBeAccessedByLayers("cli", "receive", "lane", "process")
          .whereLayer("effect")
          .mayOnlyBeAccessedByLayers("cli", "operate", "process")
          .whereLayer("database")
          .mayOnlyBeAccessedByLayers("cli", "config", "doctor")
          .whereLayer("inbox")
          .mayOnlyBeAccessedByLayers(
              "cli", "config", "observe", "operate", "verify", "process", "database")
          .whereLayer("group")
          .mayOnlyBeAccessedByLayers(
              "cli", "observe", "operate", "verify", "lane", "process", "inbox")
          .whereLayer("fault")
          .mayOnlyBeAccessedByLayers("cli", "receive", "process")
          .whereLayer("api")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.lanekeeper.worker.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule sqlStaysOutOfTheUpperLayers =
      noClasses()
          .that()
          .resideInAnyPackage(WORKER + "receive..", WORKER + "lane..", WORKER + "observe..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.jdbi..", "java.sql..");
}
