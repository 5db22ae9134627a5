package dev.assay.core.wire;

import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

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
        .addSerializer(
            new Writer<>(BundleName.class, (name, json) -> json.writeString(name.text())))
        .addSerializer(
            new Writer<>(Version.class, (version, json) -> json.writeString(version.toString())))
        .addSerializer(new Writer<>(ValueType.class, (type, json) -> json.writeString(type.text())))
        .addSerializer(new Writer<>(BigDecimal.class, WireScalars::writeDecimal))
        .addSerializer(new Writer<>(Double.class, WireScalars::writeDouble))
        .addDeserializer(
            Duration.class,
            integers(Duration.class, nanos -> Duration.ofNanos(requireNotNegative(nanos))))
        .addDeserializer(DataSize.class, integers(DataSize.class, DataSize::ofBytes))
        .addDeserializer(Instant.class, texts(Instant.class, Instant::parse))
        .addDeserializer(Seeds.class, texts(Seeds.class, Seeds::parse))
        .addDeserializer(BundleName.class, texts(BundleName.class, BundleName::new))
        .addDeserializer(Version.class, texts(Version.class, Version::parse))
        .addDeserializer(ValueType.class, texts(ValueType.class, WireScalars::readType))
        .addDeserializer(BigDecimal.class, numbers(BigDecimal.class, JsonParser::getDecimalValue))
        .addDeserializer(Double.class, numbers(Double.class, WireScalars::readDouble));
  }

  /// Only what `ValueType.text` writes.
  private static ValueType readType(String text) {
    int open = text.indexOf('[');
    if (text.equals("bytes")) {
      return new ValueType.Bytes();
    }
    if (open < 0 || !text.endsWith("]")) {
      return new ValueType.Scalar(readElement(text));
    }
    return new ValueType.Tensor(
        readElement(text.substring(0, open)),
        Stream.of(text.substring(open + 1, text.length() - 1).split(",", -1))
            .map(WireScalars::readDimension)
            .toList());
  }

  private static ElementType readElement(String text) {
    return ElementType.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no element type".formatted(text)));
  }

  private static Dimension readDimension(String text) {
    if (NUMBER.matcher(text).matches()) {
      return new Dimension.Fixed(Long.parseLong(text));
    }
    if (NAME.matcher(text).matches()) {
      return new Dimension.Named(text);
    }
    throw new IllegalArgumentException("'%s' is no dimension".formatted(text));
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
