package dev.lanekeeper.worker.backlog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.broker.Endpoints;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A connection to a NameServer or a broker by RocketMQ's remoting protocol, which tells what the
 * gRPC protocol does not. A frame is its length, the header's length, the header as JSON and a body
 * (RemotingCommand of RocketMQ 5.5.0). Plain, without TLS and without a signature; asks one thing
 * at a time. Not thread-safe.
 */
final class RemotingConnection implements AutoCloseable {
  private static final int MAX_FRAME = 16 << 20; // NettySystemConfig's, for servers.
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Socket socket = new Socket();
  private int requests;

  /**
   * Connects.
   *
   * @param limit how long connecting, and each answer, may take
   */
  RemotingConnection(Endpoints.Address address, Duration limit) throws IOException {
    int millis = (int) limit.toMillis();
    try {
      String host = address.host().replaceAll("[\\[\\]]", "");
      socket.connect(new InetSocketAddress(host, address.port()), millis);
      socket.setSoTimeout(millis);
    } catch (IOException unreachable) {
      socket.close();
      throw unreachable;
    }
  }

  /**
   * What was answered.
   *
   * @param code 0 when the request was granted
   * @param remark why not
   * @param fields values by their names
   * @param body JSON, or nothing
   */
  record Answer(int code, String remark, JsonNode fields, byte[] body) {

    JsonNode json() throws IOException {
      return parse(body);
    }
  }

  /** Asks, and waits for the answer. */
  Answer ask(int code, Map<String, ?> fields) throws IOException {
    requests++;
    byte[] header =
        JSON.writeValueAsBytes(
            Map.of(
                "code",
                code,
                "language",
                "OTHER",
                "version",
                0,
                "opaque",
                requests,
                "flag",
                0,
                "extFields",
                fields));
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(4 + header.length);
    out.writeInt(header.length);
    out.write(header);
    out.flush();
    return read(new DataInputStream(socket.getInputStream()));
  }

  private static Answer read(DataInputStream in) throws IOException {
    int length = in.readInt();
    int headerLength = in.readInt() & 0xFFFFFF; // The first byte tells the header's encoding.
    if (length > MAX_FRAME || headerLength > length - 4) {
      throw new IOException("this is not RocketMQ's remoting protocol");
    }
    JsonNode header = parse(in.readNBytes(headerLength));
    byte[] body = in.readNBytes(length - 4 - headerLength);
    return new Answer(
        header.path("code").asInt(-1),
        header.path("remark").asString(""),
        header.path("extFields"),
        body);
  }

  private static JsonNode parse(byte[] json) throws IOException {
    try {
      return JSON.readTree(json);
    } catch (JacksonException other) {
      throw new IOException("no JSON in the answer: " + new String(json, UTF_8), other);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
