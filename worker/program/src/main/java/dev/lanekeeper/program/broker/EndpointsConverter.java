package dev.lanekeeper.program.broker;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@link Endpoints} for picocli. */
public final class EndpointsConverter implements ITypeConverter<Endpoints> {
  @Override
  public Endpoints convert(String text) {
    try {
      return Endpoints.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw new TypeConversionException(String.valueOf(malformed.getMessage()));
    }
  }
}
