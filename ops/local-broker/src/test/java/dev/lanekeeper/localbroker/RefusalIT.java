package dev.lanekeeper.localbroker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user got wrong is said in one plain line, with what to do, and by the exit status. */
class RefusalIT {
  @TempDir Path folder;

  @Test
  void aFolderThatAnotherBrokerHasIsRefused() throws Exception {
    try (BrokerProcess first = BrokerProcess.launch("--data", folder.toString(), "--port", "0")) {
      ReadyLine ready = first.ready();
      try (BrokerProcess second =
          BrokerProcess.launch("--data", folder.toString(), "--port", "0")) {
        assertThat(second.exitStatus()).isEqualTo(69);
        assertThat(complaint(second))
            .contains("is in use by another local broker (process %d)".formatted(ready.pid()))
            .contains("--data");
      }
    }
  }

  @Test
  void aPortThatIsTakenIsRefused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(portComplaint("--port", port)).contains("port " + port, "is in use", "--port");
      assertThat(portComplaint("--port", "0", "--namesrv-port", port)).contains("--namesrv-port");
      assertThat(portComplaint("--port", "0", "--broker-port", port)).contains("--broker-port");
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");

    try (BrokerProcess broker =
        BrokerProcess.launch("--data", file.resolve("below").toString(), "--port", "0")) {
      assertThat(broker.exitStatus()).isEqualTo(74);
      assertThat(complaint(broker)).contains(file.toString()).contains("--data");
    }
  }

  @Test
  void flagsThatMakeNoSenseAreRefused() throws Exception {
    assertThat(usageComplaint("--topic", "ledger:none"))
        .contains("queues \"none\": write a whole number");
    assertThat(usageComplaint("--topic", "two words")).contains("topic \"two words\"");
    assertThat(usageComplaint("--group", "worker:sorted")).contains("write orderly or concurrent");
    assertThat(usageComplaint("--port", "70000")).contains("--port").contains("65535");
    assertThat(usageComplaint("--dead-client-timeout", "5s")).contains("at least 20 s");
    assertThat(usageComplaint("--dead-client-timeout", "soon")).contains("30s or 2m");
    assertThat(usageComplaint("--prot", "1")).contains("--prot", "did you mean --proxy-mode");
  }

  @Test
  void aCredentialsFileThatMakesNoSenseIsRefusedWithoutShowingIt() throws Exception {
    Path file = folder.resolve("credentials");
    assertThat(complaint(74, "--credentials-file", file.toString())).contains(file.toString());

    Files.writeString(file, "secretKey: s3cret\n");
    assertThat(usageComplaint("--credentials-file", file.toString()))
        .contains("has no accessKey", "accessKey: NAME")
        .doesNotContain("s3cret");
  }

  private static String portComplaint(String... arguments) throws Exception {
    return complaint(69, arguments);
  }

  private static String usageComplaint(String... arguments) throws Exception {
    return complaint(64, arguments);
  }

  private static String complaint(int exitStatus, String... arguments) throws Exception {
    try (BrokerProcess broker = BrokerProcess.launch(arguments)) {
      assertThat(broker.exitStatus()).isEqualTo(exitStatus);
      return complaint(broker);
    }
  }

  /** The one line on standard error, with nothing on standard output. */
  private static String complaint(BrokerProcess broker) {
    assertThat(broker.output()).isEmpty();
    assertThat(broker.errors()).hasSize(1);
    return broker.errors().get(0);
  }
}
