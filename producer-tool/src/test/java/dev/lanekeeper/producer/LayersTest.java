package dev.lanekeeper.producer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Imports run one way, with no cycles: from the commands to the records. */
@AnalyzeClasses(packages = "dev.lanekeeper", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  private static final String PRODUCER = "dev.lanekeeper.producer.";

  @ArchTest
  static final ArchRule importsRunOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.lanekeeper..")
          .layer("cli")
          .definedBy(PRODUCER + "cli..")
          .layer("split")
          .definedBy(PRODUCER + "split..")
          .layer("relay")
          .definedBy(PRODUCER + "relay..")
          .layer("generate")
          .definedBy(PRODUCER + "generate..")
          .layer("balance")
          .definedBy(PRODUCER + "balance..")
          .layer("journal")
          .definedBy(PRODUCER + "journal..")
          .layer("send")
          .definedBy(PRODUCER + "send..")
          .layer("service")
          .definedBy(PRODUCER + "service..")
          .layer("check")
          .definedBy(PRODUCER + "check..")
          .layer("message")
          .definedBy(PRODUCER + "message..")
          .layer("read")
          .definedBy(PRODUCER + "read..")
          .layer("record")
          .definedBy(PRODUCER + "record..")
          .layer("program")
          .definedBy("dev.lanekeeper.program..")
          .layer("api")
          .definedBy("dev.lanekeeper.api..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("split")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("relay")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("generate")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("balance")
          .mayOnlyBeAccessedByLayers("cli", "generate")
          .whereLayer("journal")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("send")
          .mayOnlyBeAccessedByLayers("cli", "split", "relay", "journal")
          .whereLayer("service")
          .mayOnlyBeAccessedByLayers("cli", "split", "relay")
          .whereLayer("check")
          .mayOnlyBeAccessedByLayers("cli", "split", "balance", "journal", "send")
          .whereLayer("message")
          .mayOnlyBeAccessedByLayers("cli", "split", "relay", "journal", "send", "check")
          .whereLayer("read")
          .mayOnlyBeAccessedByLayers("cli", "split", "journal", "check")
          .whereLayer("api")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.lanekeeper.producer.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheOutboxIsInADatabase =
      noClasses()
          .that()
          .resideInAPackage("dev.lanekeeper.producer..")
          .and()
          .resideOutsideOfPackages(PRODUCER + "relay..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.jdbi..", "java.sql..");
}
