package dev.assay.core.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.suite.FoundPrograms.Candidate;
import dev.assay.core.suite.FoundPrograms.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FoundProgramsTest {
  private static final Suite SUITE =
      new Suite(
          "test",
          "programs",
          List.of(new Suite.Task("nbody", "b/nbody"), new Suite.Task("tree", "b/tree")),
          List.of(language("gcc", "c"), language("python3", "python3")));

  private static Language language(String name, String extension) {
    return new Language(
        name, extension, "image", null, List.of("x", "{source}"), List.of("x", "-v"), null);
  }

  private static FoundPrograms find(String... paths) {
    return FoundPrograms.of(SUITE, Stream.of(paths).map(path -> new Candidate(path, 10)).toList());
  }

  @Test
  void findsProgramsByTheirNamesInTheOrderOfTheSuite() {
    var found =
        find("tree.gcc-1.c", "nbody.python3-8.python3", "nbody.gcc-10.c", "a/nbody.gcc-2.c");

    assertThat(found.programs().stream().map(ProgramSource::shortName))
        .containsExactly("nbody.gcc-2", "nbody.gcc-10", "nbody.python3-8", "tree.gcc-1");
    assertThat(found.programs().getFirst().fileName()).isEqualTo("nbody.gcc-2.c");
    assertThat(found.remarks()).isEmpty();
  }

  @Test
  void saysOfOthersWhyTheyAreNone() {
    var found =
        find(
            "README",
            "nbody.gcc.c",
            "mandel.gcc-1.c",
            "nbody.cobol-1.c",
            "nbody.gcc-1.cpp",
            "tree.gcc-3.c");

    assertThat(found.programs()).hasSize(1);
    assertThat(found.remarks().stream().map(Remark::sentence))
        .containsExactly(
            "is not named like a program: TASK.LANGUAGE-NUMBER.EXTENSION, as in nbody.gcc-2.c",
            "is of the task 'mandel', which has no bundle; the tasks are nbody, tree",
            "is of the language 'cobol', which the suite does not have; it has gcc, python3",
            "ends in '.cpp', and programs of gcc end in '.c'",
            "is not named like a program: TASK.LANGUAGE-NUMBER.EXTENSION, as in nbody.gcc-2.c");
  }

  @Test
  void ofTwoWithOneNameTheFirstIsMeasured() {
    var found = find("b/nbody.gcc-2.c", "a/nbody.gcc-2.c", "nbody.gcc-02.c");

    assertThat(found.programs().stream().map(ProgramSource::path))
        .containsExactly("a/nbody.gcc-2.c");
    assertThat(found.remarks())
        .containsExactly(
            new Remark(
                "b/nbody.gcc-2.c",
                "is the program 'nbody gcc 2' as a/nbody.gcc-2.c is, which is measured"),
            new Remark(
                "nbody.gcc-02.c",
                "is the program 'nbody gcc 2' as a/nbody.gcc-2.c is, which is measured"));
  }

  @Test
  void findsAThousand() {
    var files = new ArrayList<Candidate>();
    IntStream.range(0, 1000)
        .forEach(i -> files.add(new Candidate("nbody.gcc-%d.c".formatted(i), i)));

    assertThat(FoundPrograms.of(SUITE, files).programs()).hasSize(1000);
  }

  @Test
  void commandsNameTheProgram() {
    var program = find("a/nbody.gcc-2.c").programs().getFirst();

    assertThat(
            Language.filled(
                List.of("cc", "{source}", "{task}-{language}.{number}", "-lm"), program))
        .containsExactly("cc", "nbody.gcc-2.c", "nbody-gcc.2", "-lm");
  }
}
