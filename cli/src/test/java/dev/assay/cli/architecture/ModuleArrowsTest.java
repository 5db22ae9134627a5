package dev.assay.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// DESIGN section 9: which module may know which.
class ModuleArrowsTest {
  static Stream<Arguments> arrows() {
    return Stream.of(
        Arguments.of("core", List.of()),
        Arguments.of("bundle", List.of("core")),
        Arguments.of("sandbox", List.of("core")),
        Arguments.of("runner", List.of("bundle", "sandbox", "core")),
        Arguments.of("platform", List.of("core")),
        Arguments.of("cli", List.of("platform", "runner", "bundle", "sandbox", "core")));
  }

  @ParameterizedTest(name = "{0} knows {1}")
  @MethodSource("arrows")
  void knowsOnlyTheModulesThatItMay(String module, List<String> known) {
    DescribedPredicate<JavaClass> own = resideInAPackage("dev.assay." + module + "..");
    DescribedPredicate<JavaClass> foreign = not(resideInAPackage("dev.assay.."));
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage(
            known.stream().map(name -> "dev.assay." + name + "..").toArray(String[]::new));

    Classes.check(Classes.DELIVERED, own, 1, onlyDependOnClassesThat(own.or(foreign).or(allowed)));
  }

  @Test
  void everyClassIsInThePackageOfItsModule() {
    DescribedPredicate<JavaClass> inModules =
        resideInAnyPackage(
            Classes.MODULES.stream()
                .map(name -> "dev.assay." + name + "..")
                .toArray(String[]::new));

    Classes.check(Classes.DELIVERED, alwaysTrue(), 70, be(inModules));
  }

  @Test
  void packagesHaveNoCycles() {
    Classes.check(
        Classes.DELIVERED,
        alwaysTrue(),
        70,
        slices().assignedFrom(new Packages()).should().beFreeOfCycles());
  }

  /// Each package is a slice, but for those that hold one body of records: a run contains its job,
  /// a job what a solution asks for, and each of them sources, images and statuses.
  private static final class Packages implements SliceAssignment {
    private static final Set<String> RECORDS_OF_A_RUN =
        Set.of("dev.assay.core.run", "dev.assay.core.job", "dev.assay.core.solution");

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      return SliceIdentifier.of(RECORDS_OF_A_RUN.contains(name) ? "records of a run" : name);
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
