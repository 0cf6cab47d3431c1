package dev.lanekeeper.program.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ProgramException;
import org.junit.jupiter.api.Test;

class H2UrlTest {
  @Test
  void commitsOfTheEmbeddedDatabaseAreWrittenAtOnce() {
    assertThat(H2Url.durable("jdbc:h2:file:./x"))
        .isEqualTo("jdbc:h2:file:./x;WRITE_DELAY=0;MODE=PostgreSQL;DB_CLOSE_ON_EXIT=FALSE");
    assertThat(H2Url.durable("jdbc:h2:file:./x;mode=postgresql;CACHE_SIZE=1"))
        .isEqualTo(
            "jdbc:h2:file:./x;mode=postgresql;CACHE_SIZE=1;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    assertThatThrownBy(() -> H2Url.durable("jdbc:h2:file:./x;WRITE_DELAY=500"))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("WRITE_DELAY=0");
  }
}
