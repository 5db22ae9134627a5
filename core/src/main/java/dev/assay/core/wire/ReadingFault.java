package dev.assay.core.wire;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/// Says in words what Jackson found, without the names of classes.
final class ReadingFault {
  private static final int MAX_SHOWN = 60;

  private ReadingFault() {}

  /// A sentence without a full stop, with the path of the key or the line and column.
  static String sentence(JacksonException fault) {
    return switch (fault) {
      case UnrecognizedPropertyException unknown ->
          "unknown key %s%s; known there are %s"
              .formatted(path(fault), at(fault), known(unknown.getKnownPropertyIds()));
      case InvalidTypeIdException unknown ->
          "%s%s: '%s' is no kind that is known"
              .formatted(path(fault), at(fault), unknown.getTypeId());
      case InvalidNullException missing ->
          "%s%s is null; leave it out or give it a value".formatted(path(fault), at(fault));
      case InvalidFormatException odd when odd.getTargetType().isEnum() ->
          "%s%s: '%s' is none of %s"
              .formatted(
                  path(fault), at(fault), shown(odd.getValue()), constants(odd.getTargetType()));
      case ValueInstantiationException odd ->
          "%s%s: %s".formatted(path(fault), at(fault), causeOf(odd));
      case StreamReadException syntax ->
          "not well-formed%s: %s".formatted(at(fault), brief(syntax));
      default -> "%s%s: %s".formatted(path(fault), at(fault), brief(fault));
    };
  }

  /// The line and column, where there are any, as in ` (line 3, column 14)`.
  static String at(JacksonException fault) {
    TokenStreamLocation location = fault.getLocation();
    return location == null || location.getLineNr() < 1
        ? ""
        : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
  }

  /// What the parser says, without the names of classes and of settings.
  static String brief(JacksonException fault) {
    String message = String.valueOf(fault.getOriginalMessage());
    return shown(
        message
            .replaceAll("\\R.*", "")
            .replaceAll(" \\(for .*|\\s*\\(start marker.*|; expected.*\\)$", "")
            .replaceAll(
                "Missing required creator property ('.*') \\(index \\d+\\)",
                "the key $1 is missing")
            .replaceAll(
                "Cannot (?:deserialize|construct) \\w+ of(?: type)? .* from (\\w+) value \\(token .*\\)",
                "something else is expected than this $1")
            .replaceAll("(Non-standard token '.*'): enable .*", "$1 is no number of JSON")
            .replaceAll("`?(?:[a-z0-9]+\\.)+([A-Z]\\w*)`?", "$1"));
  }

  private static String path(JacksonException fault) {
    var text = new StringBuilder();
    for (JacksonException.Reference step : fault.getPath()) {
      String name = step.getPropertyName();
      text.append(
          name == null ? "[%d]".formatted(step.getIndex()) : (text.isEmpty() ? "" : ".") + name);
    }
    return text.isEmpty() ? "the whole" : "'%s'".formatted(shown(text));
  }

  private static String known(Collection<Object> names) {
    return names.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String constants(Class<?> type) {
    return Stream.of(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }

  private static String causeOf(ValueInstantiationException fault) {
    Throwable cause = fault.getCause();
    return cause == null || cause.getMessage() == null ? brief(fault) : cause.getMessage();
  }

  private static String shown(Object value) {
    return Text.bounded(String.valueOf(value), 3 * MAX_SHOWN);
  }
}
