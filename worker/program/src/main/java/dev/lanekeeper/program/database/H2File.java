package dev.lanekeeper.program.database;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/**
 * The file of an embedded database. H2 opens one that was cut off as if it were new, or as it was
 * some commits ago; an inbox that forgets applies messages again. Seen with H2 2.3: 0 and 8192
 * bytes are opened as an empty database. A file that its process had open when it was cut off does
 * not say how long it was: it is refused when no table is left, but a cut behind some commits stays
 * unseen.
 */
final class H2File {
  /** Two copies of the header, and the blocks that it counts, are of this size. */
  private static final int BLOCK = 4096;

  /** Only what was closed in order says for certain where its last block is. */
  private static final Pattern LAST_BLOCK = Pattern.compile(",block:([0-9a-f]{1,15}),.*clean:1,");

  private static final String TABLES =
      """
      select count(*)
        from information_schema.tables
       where table_type = 'BASE TABLE'
         and table_schema = current_schema
         and table_name <> 'lanekeeper_schema_history'
      """;

  private H2File() {}

  /**
   * Checks that a file which is there holds something, and is as long as its header says.
   *
   * @throws ProgramException when it is cut off; it is left as it is
   */
  static void requireWhole(Path file) {
    if (!Files.exists(file)) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      long length = Files.size(file);
      String header = new String(in.readNBytes(BLOCK), ISO_8859_1);
      Matcher lastBlock = LAST_BLOCK.matcher(header);
      boolean cutOff = lastBlock.find() && Long.parseLong(lastBlock.group(1), 16) * BLOCK >= length;
      if (length <= 2 * BLOCK || cutOff) {
        throw damaged(file, "it was cut off at " + length + " bytes");
      }
    } catch (IOException failure) {
      throw new ProgramException(ExitCode.IO, "cannot read " + file, failure);
    }
  }

  /**
   * Checks that a database whose file was there before it was opened holds a table.
   *
   * @throws ProgramException when it is empty
   */
  static void requireTables(Path file, Jdbi jdbi) {
    int tables = jdbi.withHandle(handle -> handle.createQuery(TABLES).mapTo(Integer.class).one());
    if (tables == 0) {
      throw damaged(file, "it holds no table any more");
    }
  }

  private static ProgramException damaged(Path file, String how) {
    return new ProgramException(
        ExitCode.IO,
        ("the H2 database %s is damaged: %s; restore it from a backup. Nothing is created in it,"
                + " since an empty one in its place would apply every message again; delete it only"
                + " if it never held anything")
            .formatted(file, how));
  }
}
