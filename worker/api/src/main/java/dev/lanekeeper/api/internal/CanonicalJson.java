package dev.lanekeeper.api.internal;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadFeature;
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
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = mapper.createGenerator(out)) {
      write(generator, node, spelling);
    }
    return out.toString();
  }

  private static void write(JsonGenerator generator, JsonNode node, NumberSpelling spelling) {
    if (node.isObject()) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      node.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
      generator.writeStartObject();
      sorted.forEach(
          (name, value) -> {
            generator.writeName(name);
            write(generator, value, spelling);
          });
      generator.writeEndObject();
    } else if (node.isArray()) {
      generator.writeStartArray();
      node.values().forEach(value -> write(generator, value, spelling));
      generator.writeEndArray();
    } else if (node.isNumber()) {
      generator.writeNumber(spelling.of(node.decimalValue()));
    } else {
      generator.writeTree(node);
    }
  }

  private static String plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
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
