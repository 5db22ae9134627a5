package dev.assay.core.wire;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Run;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/// Writes and reads the records of the domain as JSON, as docs/run-format.md describes it.
/// Thread-safe.
///
/// Durations are integers of nanoseconds in a field that ends in `_nanos`, sizes integers of bytes
/// in a field that ends in `_bytes`, instants ISO-8601 in UTC. Decimals and doubles come back
/// exactly as they were; a double that is not finite is refused.
public final class JsonCodec {
  private static final JsonMapper MAPPER = WireMapper.create();

  private JsonCodec() {}

  /// The JSON of a record of the domain: indented, one line per case, with a line feed at the end.
  ///
  /// @throws AssayException `INTERNAL` when a number in it is not finite
  public static String toJson(Object value) {
    try {
      return MAPPER.writer().with(new WirePrinter()).writeValueAsString(value) + "\n";
    } catch (JacksonException e) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "Cannot write a %s as JSON: %s."
              .formatted(value.getClass().getSimpleName(), ReadingFault.sentence(e)),
          e);
    }
  }

  /// As `toJson`, in UTF-8.
  public static byte[] toBytes(Object value) {
    return toJson(value).getBytes(StandardCharsets.UTF_8);
  }

  /// As `toJson`, on one line without a line feed.
  public static String toLine(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /// Reads a record of the domain.
  ///
  /// @param where what the message calls the source, as in `runs/x/run.json`
  /// @throws AssayException `RUN_INVALID` with the key that does not fit
  public static <T> T read(byte[] json, Class<T> type, String where) {
    JavaType javaType = MAPPER.constructType(type);
    try {
      T value = MAPPER.readValue(json, javaType);
      if (value == null) {
        throw new AssayException(
            ErrorCode.RUN_INVALID, "Cannot read %s: it holds nothing but null.".formatted(where));
      }
      return value;
    } catch (JacksonException e) {
      throw new AssayException(
          ErrorCode.RUN_INVALID,
          "Cannot read %s: %s.".formatted(where, ReadingFault.sentence(e)),
          e);
    }
  }

  /// Reads a run.
  ///
  /// @param where what the message calls the source, as in `runs/x/run.json`
  /// @throws AssayException `RUN_INVALID` when it is malformed or of another format
  public static Run readRun(byte[] json, String where) {
    Run run = read(json, Run.class, where);
    if (run.format() != Run.FORMAT) {
      throw new AssayException(
          ErrorCode.RUN_INVALID,
          "Cannot read %s: it has format %d, this version of Assay reads format %d."
              .formatted(where, run.format(), Run.FORMAT));
    }
    return run;
  }
}
