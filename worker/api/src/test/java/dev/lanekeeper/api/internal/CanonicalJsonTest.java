package dev.lanekeeper.api.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class CanonicalJsonTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper ALL = JsonMapper.shared();
  private static final JsonMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Random random = new Random(1);

  @Test
  @DisplayName("every character is written as Jackson writes it")
  void everyCharacterIsWrittenAsJacksonWritesIt() {
    ArrayNode characters = NODES.arrayNode();
    for (int i = Character.MIN_VALUE; i <= Character.MAX_VALUE; i++) {
      characters.add("a" + (char) i + "z");
    }

    assertSpelling(characters);
  }

  @Test
  @DisplayName("any value is written as by a generator of Jackson's that is given it sorted")
  void anyValueIsWrittenAsByJackson() {
    for (int i = 0; i < 20_000; i++) {
      assertSpelling(value(3));
    }
  }

  @Test
  @DisplayName("members in order already are written as those that are not")
  void orderOfMembersDoesNotMatter() {
    assertThat(CanonicalJson.write(CanonicalJson.read("{\"a\":1,\"b\":2}".getBytes(UTF_8))))
        .isEqualTo(CanonicalJson.write(CanonicalJson.read("{\"b\":2,\"a\":1}".getBytes(UTF_8))))
        .isEqualTo("{\"a\":1,\"b\":2}".getBytes(UTF_8));
  }

  private static void assertSpelling(JsonNode node) {
    assertThat(CanonicalJson.write(node))
        .isEqualTo(
            jackson(ALL, node, n -> n.signum() == 0 ? "0" : n.toPlainString()).getBytes(UTF_8));
    assertThat(CanonicalJson.fingerprintForm(node))
        .isEqualTo(
            jackson(
                ASCII,
                node,
                n -> n.signum() == 0 ? "0" : n.unscaledValue() + "E" + -(long) n.scale()));
  }

  private static String jackson(
      JsonMapper mapper, JsonNode node, Function<BigDecimal, String> numbers) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = mapper.createGenerator(out)) {
      jackson(generator, node, numbers);
    }
    return out.toString();
  }

  private static void jackson(
      JsonGenerator generator, JsonNode node, Function<BigDecimal, String> numbers) {
    if (node.isObject()) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      node.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
      generator.writeStartObject();
      sorted.forEach(
          (name, value) -> {
            generator.writeName(name);
            jackson(generator, value, numbers);
          });
      generator.writeEndObject();
    } else if (node.isArray()) {
      generator.writeStartArray();
      node.values().forEach(value -> jackson(generator, value, numbers));
      generator.writeEndArray();
    } else if (node.isNumber()) {
      generator.writeNumber(numbers.apply(node.decimalValue().stripTrailingZeros()));
    } else {
      generator.writeTree(node);
    }
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 10)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextInt(5_000) - 1_000);
      case 3 -> NODES.numberNode(random.nextLong());
      case 4 -> NODES.numberNode(new BigInteger(100, random));
      case 5 ->
          NODES.numberNode(BigDecimal.valueOf(random.nextInt(2_000), random.nextInt(20) - 10));
      case 6, 7 -> NODES.stringNode(text());
      case 8 -> {
        ArrayNode array = NODES.arrayNode();
        for (int i = random.nextInt(5); i > 0; i--) {
          array.add(value(depth - 1));
        }
        yield array;
      }
      default -> {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(5); i > 0; i--) {
          object.set(text(), value(depth - 1));
        }
        yield object;
      }
    };
  }

  /** Mostly ASCII, with some that is not, and halves of surrogate pairs. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append((char) random.nextInt(random.nextInt(10) > 0 ? 0x80 : Character.MAX_VALUE));
    }
    return text.toString();
  }
}
