package dev.assay.runner.suite;

import dev.assay.bundle.manifest.NearestName;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.suite.FoundPrograms;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.text.SafeText;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Finds the programs of a suite in its folder of programs and the folders in it.
public final class SuitePrograms {
  private static final int DEEPEST = 8;
  private static final Pattern PROGRAM = Pattern.compile("[^.]+\\.[^.]+-\\d+\\.\\w+");

  private SuitePrograms() {}

  /// @param folder of the suite
  public static FoundPrograms find(Suite suite, Path folder) {
    Path programs = folder.resolve(suite.programs());
    if (!Files.isDirectory(programs)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "There is no folder %s; suite.toml names the folder of programs as suite.programs."
              .formatted(programs));
    }
    var files = new ArrayList<FoundPrograms.Candidate>();
    try (var paths = Files.walk(programs, DEEPEST)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = programs.relativize(path).toString();
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          files.add(new FoundPrograms.Candidate(name, Files.size(path)));
        } else {
          oddity(path).ifPresent(odd -> files.add(new FoundPrograms.Candidate(name, 0, odd)));
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

  /// A folder is no oddity, unless it is named like a file of a language.
  private static Optional<String> oddity(Path path) {
    if (Files.isSymbolicLink(path)) {
      return Optional.of("a link");
    }
    if (!Files.isDirectory(path)) {
      return Optional.of("a pipe, socket or device");
    }
    boolean isNamedLikeOne = PROGRAM.matcher(path.getFileName().toString()).matches();
    return isNamedLikeOne ? Optional.of("a folder") : Optional.empty();
  }

  /// Those whose names fit one of the patterns, in which `*` stands for anything.
  ///
  /// @throws AssayException `USAGE` when one of them fits none
  public static List<ProgramSource> select(List<ProgramSource> programs, List<String> only) {
    if (only.isEmpty()) {
      return programs;
    }
    Set<ProgramSource> selected = new HashSet<>();
    for (String one : only) {
      List<ProgramSource> fitting = fitting(programs, one);
      if (fitting.isEmpty()) {
        throw new AssayException(ErrorCode.USAGE, noneLike(programs, one));
      }
      selected.addAll(fitting);
    }
    return programs.stream().filter(selected::contains).toList();
  }

  private static List<ProgramSource> fitting(List<ProgramSource> programs, String wanted) {
    PathMatcher matcher = matcher(wanted);
    return programs.stream()
        .filter(program ->
            matcher.matches(Path.of(program.shortName()))
                || matcher.matches(Path.of(program.fileName())))
        .toList();
  }

  private static PathMatcher matcher(String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--only %s is no pattern: %s; names are like nbody.gcc-2, and * stands for anything."
              .formatted(SafeText.shown(pattern), e.getDescription()),
          e);
    }
  }

  private static String noneLike(List<ProgramSource> programs, String wanted) {
    List<String> names = programs.stream().map(ProgramSource::shortName).toList();
    String hint =
        NearestName.find(wanted, names)
            .map(" Did you mean %s?"::formatted)
            .orElse(" Names are like nbody.gcc-2, and * stands for anything.");
    return "No program is named like '%s'.%s".formatted(SafeText.shown(wanted), hint);
  }
}
