package dev.lanekeeper.localbroker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The promise of the README for a plain {@code java -jar}, whatever the size of the machine's own
 * memory.
 */
class MemoryIT {
  private static final long MOST_KIBIBYTES = 700 * 1024;
  private static final int MESSAGES = 10_000;
  private static final int AT_ONCE = 100;

  @Test
  void tenThousandMessagesLeaveTheProcessSmall(@TempDir Path data) throws Exception {
    try (BrokerProcess broker =
        BrokerProcess.launchWith(
            List.of(),
            "--data",
            data.toString(),
            "--port",
            "0",
            "--topic",
            "ledger",
            "--group",
            "worker")) {
      ReadyLine ready = broker.ready();
      Client client = new Client(ready);
      try (Producer producer = client.producer("ledger")) {
        for (int sent = 0; sent < MESSAGES; sent += AT_ONCE) {
          sendTogether(producer);
        }
      }
      assertThat(client.receive("worker", "ledger", MESSAGES)).hasSize(MESSAGES);

      assertThat(residentKibibytes(ready.pid())).isLessThan(MOST_KIBIBYTES);
    }
  }

  private static void sendTogether(Producer producer) {
    CompletableFuture<?>[] receipts = new CompletableFuture<?>[AT_ONCE];
    for (int number = 0; number < AT_ONCE; number++) {
      receipts[number] = send(producer, "order-" + number);
    }
    CompletableFuture.allOf(receipts).join();
  }

  private static CompletableFuture<SendReceipt> send(Producer producer, String messageGroup) {
    return producer.sendAsync(
        ClientServiceProvider.loadService()
            .newMessageBuilder()
            .setTopic("ledger")
            .setMessageGroup(messageGroup)
            .setBody(
                "a transaction of about a hundred bytes, %-60s"
                    .formatted(messageGroup)
                    .getBytes(UTF_8))
            .build());
  }

  private static long residentKibibytes(long pid) throws Exception {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
