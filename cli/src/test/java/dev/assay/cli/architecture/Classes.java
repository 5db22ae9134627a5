package dev.assay.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The classes of this project that architecture rules look at. A rule that sees too few of them
/// fails, because a rule over nothing always holds.
final class Classes {
  static final List<String> MODULES =
      List.of("core", "bundle", "sandbox", "runner", "platform", "cli");

  /// Everything that is delivered, of all modules.
  static final JavaClasses DELIVERED =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/testkit/"))
          .importPackages("dev.assay");

  /// The tests of all modules that have been compiled.
  static final JavaClasses TESTS = new ClassFileImporter().importPaths(testFolders());

  private Classes() {}

  /// Checks `condition` on all classes among `classes` that are `subjects`, which are at least
  /// `atLeast`.
  static void check(
      JavaClasses classes,
      DescribedPredicate<? super JavaClass> subjects,
      int atLeast,
      ArchCondition<? super JavaClass> condition) {
    check(
        classes, subjects, atLeast, ArchRuleDefinition.classes().that(subjects).should(condition));
  }

  static void check(
      JavaClasses classes,
      DescribedPredicate<? super JavaClass> subjects,
      int atLeast,
      ArchRule rule) {
    assertThat(classes.stream().filter(subjects))
        .as("classes that the rule sees: %s", subjects.getDescription())
        .hasSizeGreaterThanOrEqualTo(atLeast);

    rule.check(classes);
  }

  private static List<Path> testFolders() {
    Path root = Path.of("").toAbsolutePath().getParent();
    try (var modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("target/test-classes"))
          .filter(Files::isDirectory)
          .toList();
    } catch (IOException broken) {
      throw new UncheckedIOException("cannot list the modules in " + root, broken);
    }
  }
}
