package dev.assay.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Names and marks that the house style asks for.
class NamesTest {
  private static final Pattern EMPTY_WORD =
      Pattern.compile(".*(Manager|Helper|Utils?|Impl|Processor|Data|Info)");
  private static final Pattern GETTER = Pattern.compile("get\\p{Lu}.*");

  @Test
  void noNameEndsInAnEmptyWord() {
    Classes.check(
        Classes.DELIVERED,
        alwaysTrue(),
        70,
        new ArchCondition<JavaClass>("have a name that says what it is") {
          @Override
          public void check(JavaClass type, ConditionEvents events) {
            boolean good = !EMPTY_WORD.matcher(type.getSimpleName()).matches();
            events.add(new SimpleConditionEvent(type, good, type.getName()));
          }
        });
  }

  @Test
  void noPublicMethodStartsWithGet() {
    Classes.check(
        Classes.DELIVERED,
        new DescribedPredicate<JavaClass>("are no records") {
          @Override
          public boolean test(JavaClass type) {
            return !type.isRecord();
          }
        },
        20,
        new ArchCondition<JavaClass>("have no public method of their own that starts with get") {
          @Override
          public void check(JavaClass type, ConditionEvents events) {
            type.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> GETTER.matcher(method.getName()).matches())
                .filter(method -> !isNamedByALibrary(method))
                .forEach(method ->
                    events.add(SimpleConditionEvent.violated(method, method.getFullName())));
          }
        });
  }

  /// Whether the method overrides one of a type from elsewhere, whose name is not ours to choose.
  private static boolean isNamedByALibrary(JavaMethod method) {
    JavaClass owner = method.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .filter(type -> !type.getPackageName().startsWith("dev.assay"))
        .flatMap(type -> type.getMethods().stream())
        .anyMatch(other ->
            other.getName().equals(method.getName())
                && other.getRawParameterTypes().size() == method.getRawParameterTypes().size());
  }

  @Test
  void everyPackageIsNullMarked() {
    var packages =
        Classes.DELIVERED.stream()
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));

    var marked =
        Classes.DELIVERED.stream()
            .filter(type -> type.getSimpleName().equals("package-info"))
            .filter(type -> type.isAnnotatedWith(NullMarked.class))
            .map(JavaClass::getPackageName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(packages).hasSizeGreaterThanOrEqualTo(15);
    assertThat(marked).isEqualTo(packages);
  }
}
