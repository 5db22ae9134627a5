package dev.assay.core.wire;

import dev.assay.core.unit.DataSize;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;

/// Names of fields: snake_case, with the unit at the end where the type carried it: `caseTime`, a
/// duration, is `case_nanos`; `memory`, a size, is `memory_bytes`.
final class WireNames extends PropertyNamingStrategy {
  private static final long serialVersionUID = 1;

  @Override
  public String nameForField(MapperConfig<?> config, AnnotatedField field, String name) {
    return nameOf(name, field.getRawType());
  }

  @Override
  public String nameForGetterMethod(MapperConfig<?> config, AnnotatedMethod method, String name) {
    return nameOf(name, method.getRawReturnType());
  }

  @Override
  public String nameForConstructorParameter(
      MapperConfig<?> config, AnnotatedParameter parameter, String name) {
    return nameOf(name, parameter.getRawType());
  }

  static String nameOf(String javaName, Class<?> type) {
    String snake = javaName.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    if (type == Duration.class) {
      return (snake.endsWith("_time") ? snake.substring(0, snake.length() - 5) : snake) + "_nanos";
    }
    return type == DataSize.class ? snake + "_bytes" : snake;
  }
}
