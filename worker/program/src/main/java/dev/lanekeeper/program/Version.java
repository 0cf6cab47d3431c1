package dev.lanekeeper.program;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/** The version of the jar that holds the command, as its manifest names it. Immutable. */
final class Version implements IVersionProvider {
  private final CommandLine root;

  Version(CommandLine root) {
    this.root = root;
  }

  /** Lets every command below answer {@code --version} alike. */
  void install() {
    install(root);
  }

  private void install(CommandLine command) {
    command.getCommandSpec().versionProvider(this);
    command.getSubcommands().values().forEach(this::install);
  }

  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(root.getCommandSpec().userObject())
            .map(command -> command.getClass().getPackage().getImplementationVersion())
            .orElse("development");
    return new String[] {root.getCommandName() + " " + version};
  }
}
