package dev.lanekeeper.worker.group;

import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a message's properties into one column and reads them back, byte for byte. Thread-safe.
 */
final class PropertiesJson {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final TypeReference<Map<String, String>> STRINGS = new TypeReference<>() {};

  private PropertiesJson() {}

  static String write(Map<String, String> properties) {
    return MAPPER.writeValueAsString(properties);
  }

  static Map<String, String> read(String json) {
    return MAPPER.readValue(json, STRINGS);
  }
}
