package dev.lanekeeper.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps a file that is written from being one that is read or written otherwise. Stateless. */
public final class FilesApart {
  private FilesApart() {}

  /**
   * Makes sure that two names are not one file, by whatever links; to be asked before either is
   * opened for writing.
   *
   * @param writtenAs what the file that is written is, such as its option
   * @param otherAs what the other one is
   * @throws ProgramException when they are
   */
  public static void require(Path written, String writtenAs, Path other, String otherAs) {
    if (areOne(written, other)) {
      throw new ProgramException(
          ExitCode.USAGE,
          "%s %s is %s too, and would be overwritten; name another file"
              .formatted(writtenAs, written, otherAs));
    }
  }

  /**
   * Makes sure that a file is neither a folder that is read nor in it, where a later run would read
   * it too.
   *
   * @param writtenAs what the file that is written is, such as its option
   * @param folderAs what the folder is
   * @throws ProgramException when it is
   */
  public static void requireOutside(Path written, String writtenAs, Path folder, String folderAs) {
    Path parent = written.toAbsolutePath().normalize().getParent();
    if (areOne(written, folder) || (parent != null && areOne(parent, folder))) {
      throw new ProgramException(
          ExitCode.USAGE,
          "%s %s is in %s %s, which is read whole; name a file elsewhere"
              .formatted(writtenAs, written, folderAs, folder));
    }
  }

  private static boolean areOne(Path one, Path other) {
    try {
      if (Files.exists(one) && Files.exists(other)) {
        return Files.isSameFile(one, other);
      }
    } catch (IOException unknown) {
      // Their names have to tell.
    }
    return real(one).equals(real(other));
  }

  /** The path without links, of a file that may not be there yet. */
  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    Path name = absolute.getFileName();
    if (folder == null || name == null) {
      return absolute;
    }
    try {
      return folder.toRealPath().resolve(name);
    } catch (IOException noFolder) {
      return absolute;
    }
  }
}
