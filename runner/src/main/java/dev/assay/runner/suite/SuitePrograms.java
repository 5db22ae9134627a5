package dev.assay.runner.suite;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.suite.FoundPrograms;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;

/// Finds the programs of a suite in its folder of programs and the folders in it.
public final class SuitePrograms {
  private static final int DEEPEST = 8;

  private SuitePrograms() {}

  /// @param folder of the suite
  public static FoundPrograms find(Suite suite, Path folder) {
    Path programs = folder.resolve(suite.programs());
    var files = new ArrayList<FoundPrograms.Candidate>();
    try (var paths = Files.walk(programs, DEEPEST)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          files.add(
              new FoundPrograms.Candidate(programs.relativize(path).toString(), Files.size(path)));
        }
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE,
          "The programs in %s could not be listed: %s; suite.toml names their folder as suite.programs."
              .formatted(programs, e),
          e);
    }
    return FoundPrograms.of(suite, files);
  }

  /// Those whose names fit one of the patterns, in which `*` stands for anything.
  ///
  /// @throws AssayException `USAGE` when there is none
  public static List<ProgramSource> select(List<ProgramSource> programs, List<String> only) {
    if (only.isEmpty()) {
      return programs;
    }
    List<PathMatcher> wanted =
        only.stream().map(one -> FileSystems.getDefault().getPathMatcher("glob:" + one)).toList();
    List<ProgramSource> selected =
        programs.stream()
            .filter(program ->
                wanted.stream()
                    .anyMatch(one ->
                        one.matches(Path.of(program.shortName()))
                            || one.matches(Path.of(program.fileName()))))
            .toList();
    if (selected.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "No program is named like %s; names are like nbody.gcc-2, and * stands for anything."
              .formatted(String.join(", ", only)));
    }
    return selected;
  }
}
