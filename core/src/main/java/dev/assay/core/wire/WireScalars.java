package dev.assay.core.wire;

import dev.assay.core.bundle.Seeds;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/// How single values are written and read.
final class WireScalars {
  private WireScalars() {}

  static JacksonModule module() {
    return new SimpleModule("assay")
        .addSerializer(
            new Writer<>(String.class, (text, json) -> json.writeString(Text.wellFormed(text))))
        .addSerializer(
            new Writer<>(Duration.class, (time, json) -> json.writeNumber(time.toNanos())))
        .addSerializer(new Writer<>(DataSize.class, (size, json) -> json.writeNumber(size.bytes())))
        .addSerializer(new Writer<>(Instant.class, (at, json) -> json.writeString(at.toString())))
        .addSerializer(new Writer<>(Seeds.class, (seeds, json) -> json.writeString(seeds.toText())))
        .addSerializer(new Writer<>(BigDecimal.class, WireScalars::writeDecimal))
        .addSerializer(new Writer<>(Double.class, WireScalars::writeDouble))
        .addDeserializer(
            Duration.class,
            integers(Duration.class, nanos -> Duration.ofNanos(requireNotNegative(nanos))))
        .addDeserializer(DataSize.class, integers(DataSize.class, DataSize::ofBytes))
        .addDeserializer(Instant.class, texts(Instant.class, Instant::parse))
        .addDeserializer(Seeds.class, texts(Seeds.class, Seeds::parse))
        .addDeserializer(BigDecimal.class, numbers(BigDecimal.class, JsonParser::getDecimalValue))
        .addDeserializer(Double.class, numbers(Double.class, WireScalars::readDouble));
  }

  private static void writeDecimal(BigDecimal value, JsonGenerator json) {
    json.writeNumber(Decimals.toJson(value));
  }

  private static void writeDouble(Double value, JsonGenerator json) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("%s is not a finite number".formatted(value));
    }
    json.writeNumber(value.doubleValue());
  }

  private static Double readDouble(JsonParser json) {
    double value = json.getDoubleValue();
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("%s is too large".formatted(json.getString()));
    }
    return value;
  }

  private static long requireNotNegative(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("%d ns is negative".formatted(nanos));
    }
    return nanos;
  }

  private static <T> Reader<T> integers(Class<T> type, Function<Long, T> read) {
    return new Reader<>(
        type,
        "an integer",
        token -> token == JsonToken.VALUE_NUMBER_INT,
        json -> read.apply(json.getLongValue()));
  }

  private static <T> Reader<T> numbers(Class<T> type, Function<JsonParser, T> read) {
    return new Reader<>(type, "a number", JsonToken::isNumeric, read);
  }

  private static <T> Reader<T> texts(Class<T> type, Function<String, T> read) {
    return new Reader<>(
        type,
        "a string",
        token -> token == JsonToken.VALUE_STRING,
        json -> read.apply(json.getString()));
  }

  private static final class Writer<T> extends StdScalarSerializer<T> {
    private final transient BiConsumer<T, JsonGenerator> write;

    Writer(Class<T> type, BiConsumer<T, JsonGenerator> write) {
      super(type);
      this.write = write;
    }

    @Override
    public void serialize(T value, JsonGenerator json, SerializationContext context) {
      write.accept(value, json);
    }
  }

  private static final class Reader<T> extends StdScalarDeserializer<T> {
    private final transient String expected;
    private final transient java.util.function.Predicate<JsonToken> fits;
    private final transient Function<JsonParser, T> read;

    Reader(
        Class<T> type,
        String expected,
        java.util.function.Predicate<JsonToken> fits,
        Function<JsonParser, T> read) {
      super(type);
      this.expected = expected;
      this.fits = fits;
      this.read = read;
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) {
      if (!fits.test(json.currentToken())) {
        return context.reportInputMismatch(this, "%s is expected", expected);
      }
      try {
        return read.apply(json);
      } catch (IllegalArgumentException | DateTimeException e) {
        return context.reportInputMismatch(this, "%s", String.valueOf(e.getMessage()));
      }
    }
  }
}
