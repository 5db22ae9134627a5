package dev.assay.cli.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.net.URI;
import java.text.DateFormat;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// What is not there, and where. Most invariants of ARCHITECTURE.md are absences like these.
class AbsencesTest {
  private static final DescribedPredicate<JavaClass> CORE = resideInAPackage("dev.assay.core..");

  @Test
  void coreDoesNotReachOutOfMemory() {
    DescribedPredicate<JavaClass> outside =
        resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.sql..")
            .and(not(assignableTo(URI.class)))
            .or(
                belongToAnyOf(
                    File.class,
                    FileDescriptor.class,
                    FileInputStream.class,
                    FileOutputStream.class,
                    FileReader.class,
                    FileWriter.class,
                    RandomAccessFile.class,
                    Process.class,
                    ProcessBuilder.class,
                    ProcessHandle.class,
                    Runtime.class,
                    Thread.class))
            .as("files, networks, processes and threads");

    Classes.check(Classes.DELIVERED, CORE, 60, never(dependOnClassesThat(outside)));
  }

  @Test
  void coreReadsNoClockButTheOneItIsGiven() {
    Set<String> owners =
        Set.of(
            Instant.class.getName(),
            LocalDate.class.getName(),
            LocalDateTime.class.getName(),
            OffsetDateTime.class.getName(),
            ZonedDateTime.class.getName());

    Classes.check(
        Classes.DELIVERED,
        CORE,
        60,
        never(
            accesses(
                "a clock of the machine",
                target ->
                    isMember(target, System.class, "currentTimeMillis", "nanoTime")
                        || (target.getOwner().isEquivalentTo(Clock.class)
                            && target.getName().startsWith("system"))
                        || (owners.contains(target.getOwner().getName())
                            && target.getName().equals("now")))));
  }

  @Test
  void programsAreStartedInThreePackagesOnly() {
    DescribedPredicate<JavaClass> elsewhere =
        not(
            resideInAnyPackage(
                "dev.assay.sandbox.host", "dev.assay.sandbox.runc", "dev.assay.platform.postgres"));

    Classes.check(
        Classes.DELIVERED,
        elsewhere,
        70,
        never(dependOnClassesThat(belongToAnyOf(ProcessBuilder.class))));
    Classes.check(
        Classes.DELIVERED,
        elsewhere,
        70,
        never(accesses("Runtime.exec", target -> isMember(target, Runtime.class, "exec"))));
  }

  @Test
  void onlyTheCommandLineWritesToStandardStreams() {
    Classes.check(
        Classes.DELIVERED,
        not(resideInAPackage("dev.assay.cli..")),
        70,
        never(
            accesses(
                "System.out or System.err",
                target -> isMember(target, System.class, "out", "err"))));
  }

  @Test
  void onlyTheCommandLineEndsTheProcess() {
    Classes.check(
        Classes.DELIVERED,
        not(resideInAPackage("dev.assay.cli..")),
        70,
        never(
            accesses(
                "System.exit or Runtime.halt",
                target ->
                    isMember(target, System.class, "exit")
                        || isMember(target, Runtime.class, "exit", "halt"))));
  }

  @Test
  void timeIsNeverADateOrACalendar() {
    DescribedPredicate<JavaClass> old =
        assignableTo(Date.class)
            .or(assignableTo(Calendar.class))
            .or(assignableTo(DateFormat.class))
            .as("java.util.Date, Calendar, DateFormat");

    Classes.check(Classes.DELIVERED, alwaysTrue(), 70, never(dependOnClassesThat(old)));
  }

  /// Integration tests wait for the kernel and for networks, whose clocks no test holds; so do
  /// fixtures that only they use.
  @Test
  void unitTestsDoNotSleep() {
    DescribedPredicate<JavaClass> unitTests =
        DescribedPredicate.describe(
            "unit tests and what they use",
            type ->
                isUnitTest(type)
                    || type.getDirectDependenciesToSelf().stream()
                        .anyMatch(one -> isUnitTest(one.getOriginClass())));
    Classes.check(
        Classes.TESTS,
        unitTests,
        3,
        never(
            accesses(
                "a sleep",
                target ->
                    isMember(target, Thread.class, "sleep")
                        || isMember(target, TimeUnit.class, "sleep"))));
  }

  private static boolean isUnitTest(JavaClass type) {
    return type.getFullName().matches(".*Test(\\$.*)?");
  }

  private static boolean isMember(AccessTarget target, Class<?> owner, String... names) {
    return target.getOwner().isEquivalentTo(owner) && Set.of(names).contains(target.getName());
  }

  private static ArchCondition<JavaClass> accesses(String what, Predicate<AccessTarget> target) {
    return ArchConditions.accessTargetWhere(
        new DescribedPredicate<JavaAccess<?>>(what) {
          @Override
          public boolean test(JavaAccess<?> access) {
            return target.test(access.getTarget());
          }
        });
  }
}
