package dev.assay.core.wire;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.assay.core.bundle.AddedLater;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/// Takes from the records what they say themselves: a component that is not `@Nullable` is required
/// unless it was `@AddedLater`, an enum constant is written in small letters with hyphens.
final class RecordIntrospector extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  @Override
  public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    return componentOf(member)
        .map(component -> !isNullable(component) && !isAddedLater(component))
        .orElseGet(() -> super.hasRequiredMarker(config, member));
  }

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    return componentOf(annotated)
        .map(RecordIntrospector::setterInfo)
        .orElseGet(() -> super.findSetterInfo(config, annotated));
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
    for (int i = 0; i < constants.length; i++) {
      names[i] = constants[i].name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return names;
  }

  private static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static JsonSetter.Value setterInfo(RecordComponent component) {
    if (isNullable(component)) {
      return JsonSetter.Value.forContentNulls(Nulls.FAIL);
    }
    return JsonSetter.Value.construct(
        isAddedLater(component) ? Nulls.AS_EMPTY : Nulls.FAIL, Nulls.FAIL);
  }

  private static boolean isAddedLater(RecordComponent component) {
    return component.isAnnotationPresent(AddedLater.class);
  }

  private static Optional<RecordComponent> componentOf(Annotated annotated) {
    return switch (annotated) {
      case AnnotatedParameter parameter when parameter.getDeclaringClass().isRecord() ->
          Optional.of(parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()]);
      case AnnotatedField field when field.getDeclaringClass().isRecord() ->
          Stream.of(field.getDeclaringClass().getRecordComponents())
              .filter(component -> component.getName().equals(field.getName()))
              .findFirst();
      default -> Optional.empty();
    };
  }
}
