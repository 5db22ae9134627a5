package dev.assay.runner.job;

import dev.assay.core.job.Job;
import java.lang.reflect.RecordComponent;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The first field in which two plans differ, however deep.
final class PlanDifference {
  private static final int SHOWN = 200;

  private PlanDifference() {}

  /// As in `source.treeHash is … there and … here`; empty when they are the same.
  static Optional<String> find(Job given, Job made) {
    return find("", given, made);
  }

  private static Optional<String> find(String path, @Nullable Object given, @Nullable Object made) {
    if (Objects.equals(given, made)) {
      return Optional.empty();
    }
    if (given instanceof Record left
        && made instanceof Record right
        && left.getClass().equals(right.getClass())) {
      for (RecordComponent component : left.getClass().getRecordComponents()) {
        String below = path.isEmpty() ? component.getName() : path + "." + component.getName();
        Optional<String> found = find(below, value(component, left), value(component, right));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.of("%s is %s there and %s here".formatted(path, shown(given), shown(made)));
  }

  private static @Nullable Object value(RecordComponent component, Record owner) {
    try {
      return component.getAccessor().invoke(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a public record hides " + component, e);
    }
  }

  private static String shown(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
  }
}
