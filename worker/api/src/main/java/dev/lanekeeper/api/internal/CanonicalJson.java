package dev.lanekeeper.api.internal;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON without losing anything and writes it in one spelling: members sorted, no white space,
 * numbers exact. Thread-safe.
 *
 * <p>A number never passes through double. A repeated member or trailing text is malformed, not
 * repaired (design.md, the message contract).
 */
public final class CanonicalJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /**
   * Escapes what is not ASCII, so that a lone surrogate, which UTF-8 cannot carry, has a form too.
   */
  private static final JsonMapper ASCII =
      MAPPER.rebuild().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private CanonicalJson() {}

  /**
   * Reads one JSON value in UTF-8.
   *
   * @throws JacksonException when the bytes are not exactly one well-formed value
   */
  public static JsonNode read(byte[] json) {
    JsonNode node = MAPPER.readTree(json);
    if (node.isMissingNode()) {
      throw new EmptyJsonException();
    }
    return node;
  }

  /**
   * Writes a value in its canonical spelling: plain decimals without trailing zeros, UTF-8. Meant
   * for values whose exponents are bounded, since a plain decimal spells out every zero.
   */
  public static byte[] write(JsonNode node) {
    return write(MAPPER, node, CanonicalJson::plain).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The form that the fingerprint hashes: as {@link #write}, but short for any exponent, and ASCII.
   */
  public static String fingerprintForm(JsonNode node) {
    return write(ASCII, node, CanonicalJson::scientific);
  }

  private static String write(JsonMapper mapper, JsonNode node, NumberSpelling spelling) {
    StringBuilder out = new StringBuilder(256);
    write(out, mapper, node, spelling);
    return out.toString();
  }

  private static void write(
      StringBuilder out, JsonMapper mapper, JsonNode node, NumberSpelling spelling) {
    if (node.isObject()) {
      String before = "";
      out.append('{');
      for (Map.Entry<String, JsonNode> member : sorted(node.properties())) {
        write(out.append(before), mapper, member.getKey());
        write(out.append(':'), mapper, member.getValue(), spelling);
        before = ",";
      }
      out.append('}');
    } else if (node.isArray()) {
      String before = "";
      out.append('[');
      for (JsonNode value : node.values()) {
        write(out.append(before), mapper, value, spelling);
        before = ",";
      }
      out.append(']');
    } else if (node.isNumber()) {
      out.append(spelling.of(node.decimalValue()));
    } else if (node.isString()) {
      write(out, mapper, node.stringValue());
    } else {
      out.append(mapper.writeValueAsString(node));
    }
  }

  private static void write(StringBuilder out, JsonMapper mapper, String text) {
    if (isPlain(text)) {
      out.append('"').append(text).append('"');
    } else if (mapper == MAPPER) {
      out.append('"'); // As the mapper does, without all that it sets up.
      JsonStringEncoder.getInstance().quoteAsString(text, out);
      out.append('"');
    } else {
      out.append(mapper.writeValueAsString(text));
    }
  }

  /** Visible ASCII that needs no escape, as most text is: nobody has to be asked to write that. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character < ' ' || character > '~' || character == '"' || character == '\\') {
        return false;
      }
    }
    return true;
  }

  /** Members that come in order already, as most do, are not sorted once more. */
  private static Set<Map.Entry<String, JsonNode>> sorted(Set<Map.Entry<String, JsonNode>> members) {
    String before = "";
    for (Map.Entry<String, JsonNode> member : members) {
      if (member.getKey().compareTo(before) < 0) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        members.forEach(unsorted -> sorted.put(unsorted.getKey(), unsorted.getValue()));
        return sorted.entrySet();
      }
      before = member.getKey();
    }
    return members;
  }

  private static String plain(BigDecimal number) {
    BigDecimal stripped = number.scale() > 0 ? number.stripTrailingZeros() : number;
    return stripped.signum() == 0 ? "0" : stripped.toPlainString();
  }

  private static String scientific(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.signum() == 0 ? "0" : stripped.unscaledValue() + "E" + -(long) stripped.scale();
  }

  private interface NumberSpelling {
    String of(BigDecimal number);
  }

  /** Nothing where a value should be. */
  private static final class EmptyJsonException extends JacksonException {
    EmptyJsonException() {
      super("no JSON value: the text is empty");
    }
  }
}
