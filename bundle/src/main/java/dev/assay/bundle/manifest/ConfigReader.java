package dev.assay.bundle.manifest;

import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.error.ErrorCode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tomlj.TomlPosition;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/// Reads one `config.jsonc` token by token, so that each error has its place.
final class ConfigReader {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private final Path path;
  private final EnvelopeSpec envelope;
  private final ManifestErrors errors = new ManifestErrors(SolutionConfig.FILE_NAME);

  /// What stands at each key, as JSON, and as integers where it has some.
  private final Map<String, List<String>> written = new LinkedHashMap<>();

  private final Map<String, List<BigInteger>> integers = new HashMap<>();
  private final Map<String, TomlPosition> seen = new HashMap<>();

  ConfigReader(Path path, EnvelopeSpec envelope) {
    this.path = path;
    this.envelope = envelope;
  }

  SolutionConfig read(String text) {
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
      readObject(parser);
    } catch (JacksonException e) {
      TokenStreamLocation place = e.getLocation();
      errors.addLine(
          place == null ? ManifestFile.start() : position(place),
          "not valid JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
    }
    errors.throwIfAny(ErrorCode.SOLUTION_INVALID, path);
    return new SolutionConfig(
        json(),
        integers.getOrDefault(envelope.ringDegreeKey(), List.of()).getFirst(),
        integers.getOrDefault(envelope.modulusKey(), List.of()));
  }

  private void readObject(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      errors.addLine(
          position(parser.currentTokenLocation()),
          "expected an object, as in {\"%s\": …}".formatted(envelope.ringDegreeKey()));
      return;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      readKey(parser, parser.currentName(), position(parser.currentTokenLocation()));
    }
    if (parser.nextToken() != null) {
      errors.addLine(
          position(parser.currentTokenLocation()), "something stands behind the object; remove it");
    }
    envelope
        .config()
        .forEach((name, type) -> {
          if (!seen.containsKey(name)) {
            errors.add(ManifestFile.start(), name, "missing; expected " + expected(type));
          }
        });
  }

  private void readKey(JsonParser parser, String name, TomlPosition position) {
    parser.nextToken();
    TomlPosition first = seen.putIfAbsent(name, position);
    ConfigType type = envelope.config().get(name);
    if (first != null) {
      errors.add(position, key(name), "stands in line %d already".formatted(first.line()));
      parser.skipChildren();
    } else if (type == null) {
      errors.add(
          position,
          key(name),
          TableReader.unknown("unknown key", name, envelope.config().keySet()));
      parser.skipChildren();
    } else {
      readValue(parser, name, type, position);
    }
  }

  private void readValue(JsonParser parser, String name, ConfigType type, TomlPosition position) {
    if (!type.isList()) {
      element(parser, name, name, type, position)
          .ifPresent(value -> written.put(name, List.of(value)));
      return;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      wrong(parser, name, type, position);
      return;
    }
    var values = new ArrayList<String>();
    for (int place = 0; parser.nextToken() != JsonToken.END_ARRAY; place++) {
      element(
              parser,
              name,
              "%s[%d]".formatted(name, place),
              new ConfigType(type.element(), false),
              position(parser.currentTokenLocation()))
          .ifPresent(values::add);
    }
    written.put(name, values);
  }

  /// One number or text, as JSON.
  private Optional<String> element(
      JsonParser parser, String name, String where, ConfigType type, TomlPosition position) {
    ElementType element = type.element();
    JsonToken token = parser.currentToken();
    if (element == null) {
      if (token == JsonToken.VALUE_STRING) {
        return Optional.of(quoted(parser.getString()));
      }
    } else if (token == JsonToken.VALUE_NUMBER_INT
        || (token == JsonToken.VALUE_NUMBER_FLOAT && !element.isInteger())) {
      BigDecimal number = parser.getDecimalValue();
      if (element.holds(number)) {
        return Optional.of(number(name, number, element));
      }
      errors.add(position, where, outOfRange(parser.getString(), element));
      return Optional.empty();
    }
    wrong(parser, where, type, position);
    return Optional.empty();
  }

  private String number(String name, BigDecimal number, ElementType element) {
    if (!element.isInteger()) {
      BigDecimal stripped = number.stripTrailingZeros();
      return stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 20
          ? stripped.toPlainString()
          : stripped.toString();
    }
    integers.computeIfAbsent(name, _ -> new ArrayList<>()).add(number.toBigIntegerExact());
    return number.toBigIntegerExact().toString();
  }

  private void wrong(JsonParser parser, String where, ConfigType type, TomlPosition position) {
    errors.add(position, where, "expected %s, got %s".formatted(expected(type), describe(parser)));
    parser.skipChildren();
  }

  private static String outOfRange(String number, ElementType element) {
    return element.isInteger()
        ? "%s is out of range of %s; allowed: %s to %s"
            .formatted(number, element, element.min(), element.max())
        : "%s is out of range of %s".formatted(number, element);
  }

  private static String expected(ConfigType type) {
    ElementType element = type.element();
    String one =
        element == null
            ? "a text"
            : (element.isInteger() ? "an integer (%s)" : "a number (%s)").formatted(element);
    return type.isList() ? "a list, and in it " + one : one;
  }

  private static String describe(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "the text " + ManifestText.quote(parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "the number " + parser.getString();
      default -> parser.getString();
    };
  }

  private String json() {
    var pairs = new ArrayList<String>();
    envelope
        .config()
        .forEach((name, type) -> {
          String value = String.join(",", written.getOrDefault(name, List.of()));
          pairs.add("\"%s\":%s".formatted(name, type.isList() ? "[" + value + "]" : value));
        });
    return "{" + String.join(",", pairs) + "}";
  }

  private static String quoted(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
  }

  /// A key for messages: a stranger's, so it may hold anything.
  private static String key(String name) {
    String quoted = ManifestText.quote(name);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static TomlPosition position(TokenStreamLocation place) {
    return TomlPosition.positionAt(
        Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()));
  }
}
