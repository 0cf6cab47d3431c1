package dev.lanekeeper.localbroker;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets a parse method's own message reach the person who typed the flag. */
final class Converters {
  private Converters() {}

  static <T> ITypeConverter<T> of(Function<String, T> parse) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }
}
