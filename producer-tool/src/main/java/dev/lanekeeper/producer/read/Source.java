package dev.lanekeeper.producer.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Where the bytes of a ledger are, to be read from their beginning as often as needed. */
sealed interface Source permits Source.OnDisk, Spool {

  InputStream open() throws IOException;

  FileLook look() throws IOException;

  /** A file that others may change meanwhile. */
  record OnDisk(Path path) implements Source {
    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }

    @Override
    public FileLook look() throws IOException {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      return new FileLook(found.size(), found.lastModifiedTime());
    }
  }
}
