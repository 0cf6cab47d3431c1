package dev.lanekeeper.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.lanekeeper.producer.LedgerFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON Schema that is shipped and the rules of this program say the same. */
class RecordSchemaTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'create','order_id':'A','txn_id':'t','amount':'10.00','currency':'EUR'}",
        "{'op':'add','order_id':'Ä 1','txn_id':'t','seq':2,'amount':-1.5,'currency':'EUR'}",
        "{'op':'delete','order_id':'A','last':true,'note':'x'}",
        "{'op':'delete','order_id':'A','txn_id':'','amount':null,'seq':null}",
        "{'op':'add','order_id':'A','txn_id':'t','amount':1,'currency':'JPY',"
            + "'occurred_at':'2024-02-05T09:30:00+01:00'}"
      })
  void bothAccept(String record) throws IOException {
    assertThat(refusedByProgram(record)).isFalse();
    assertThat(refusedBySchema(record)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'insert','order_id':'A','txn_id':'t','amount':'10.00','currency':'EUR'}",
        "{'op':'create','txn_id':'t','amount':'10.00','currency':'EUR'}",
        "{'op':'create','order_id':7,'txn_id':'t','amount':'10.00','currency':'EUR'}",
        "{'op':'create','order_id':'','txn_id':'t','amount':'10.00','currency':'EUR'}",
        "{'op':'create','order_id':'A','amount':'10.00','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1,5','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1E+5','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1','currency':'eur'}",
        "{'op':'create','order_id':'A','txn_id':'t','seq':0,'amount':'1','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','seq':1.5,'amount':'1','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','seq':'1','amount':'1','currency':'EUR'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1','currency':'EUR','last':'yes'}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1','currency':'EUR','lines':[1]}",
        "{'op':'create','order_id':'A','txn_id':'t','amount':'1','currency':'EUR',"
            + "'occurred_at':'2024-02-05 09:30'}"
      })
  void bothRefuse(String record) throws IOException {
    assertThat(refusedByProgram(record)).isTrue();
    assertThat(refusedBySchema(record)).isTrue();
  }

  @Test
  void sampleLedgerObeysTheSchema() throws IOException {
    assertThat(Files.readAllLines(Path.of("samples/first-steps.jsonl")))
        .noneMatch(RecordSchemaTest::refusedBySchema);
  }

  private boolean refusedByProgram(String record) throws IOException {
    Path file = LedgerFiles.write(folder, "l.jsonl", json(record));
    return !LedgerFiles.check(file).isClean();
  }

  private static boolean refusedBySchema(String record) {
    return !schema().validate(json(record), InputFormat.JSON).isEmpty();
  }

  private static Schema schema() {
    try {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(Files.readString(Path.of("ledger-record.schema.json")));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String json(String record) {
    return record.replace('\'', '"');
  }
}
