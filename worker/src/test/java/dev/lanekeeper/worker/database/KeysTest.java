package dev.lanekeeper.worker.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeysTest {

  @Test
  @DisplayName("PostgreSQL: no key's order depends on the machine's language or its libraries")
  void byteOrder() {
    try (Database database = TestDatabases.create(Engine.POSTGRESQL)) {
      List<String> others =
          database
              .reading()
              .withHandle(
                  handle ->
                      handle
                          .createQuery(
                              """
                              select index.indexrelid::regclass || ' ' || sorting.collname
                                from pg_index index
                               cross join unnest(index.indcollation) as key (sorting)
                                join pg_collation sorting on sorting.oid = key.sorting
                                join pg_class class on class.oid = index.indrelid
                               where class.relnamespace = current_schema()::regnamespace
                                 and sorting.collname <> 'C'
                                 and class.relname <> 'lanekeeper_schema_history'
                              """)
                          .mapTo(String.class)
                          .list());
      assertThat(others).isEmpty();
    }
  }
}
