package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The programs of a suite among files, by their names: `TASK.LANGUAGE-NUMBER.EXTENSION`, as in
/// `nbody.gcc-2.c`.
///
/// @param programs by task and language in the order of the suite, then by number
/// @param remarks on files that are no program, in the order of their names
public record FoundPrograms(List<ProgramSource> programs, List<Remark> remarks) {
  private static final Pattern NAME =
      Pattern.compile("([a-z0-9][a-z0-9-]*)\\.([a-z0-9][a-z0-9+]*)-(\\d{1,9})\\.([A-Za-z0-9+]+)");

  public FoundPrograms {
    programs = List.copyOf(programs);
    remarks = List.copyOf(remarks);
  }

  /// What is said of a file that is not measured.
  public record Remark(String path, String sentence) {
    /// In one line, whatever the file is named.
    public String text() {
      return "%s %s".formatted(SafeText.shown(path), sentence);
    }
  }

  /// A file in the folder of programs.
  ///
  /// @param oddity what it is instead of a plain file, as in `a link`; absent for one
  public record Candidate(String path, long bytes, @Nullable String oddity) {
    public Candidate(String path, long bytes) {
      this(path, bytes, null);
    }
  }

  public static FoundPrograms of(Suite suite, List<Candidate> files) {
    var search = new Search(suite);
    files.stream().sorted(Comparator.comparing(Candidate::path)).forEach(search::look);
    return search.found();
  }

  private static final class Search {
    private final Suite suite;
    private final Map<GameRow.Program, ProgramSource> programs = new HashMap<>();
    private final List<Remark> remarks = new ArrayList<>();

    Search(Suite suite) {
      this.suite = suite;
    }

    void look(Candidate file) {
      String fileName = file.path().substring(file.path().lastIndexOf('/') + 1);
      var parts = NAME.matcher(fileName);
      String problem =
          file.oddity() != null
              ? "is %s, and only plain files are measured".formatted(file.oddity())
              : parts.matches()
                  ? problem(parts.group(1), parts.group(2), parts.group(4))
                  : "is not named like a program: TASK.LANGUAGE-NUMBER.EXTENSION, as in nbody.gcc-2.c";
      if (problem == null) {
        problem = add(file, parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)));
      }
      if (problem != null) {
        remarks.add(new Remark(file.path(), problem));
      }
    }

    private @Nullable String problem(String task, String language, String extension) {
      if (suite.findTask(task).isEmpty()) {
        return "is of the task '%s', which has no bundle; the tasks are %s"
            .formatted(
                task,
                suite.tasks().stream().map(Suite.Task::name).collect(Collectors.joining(", ")));
      }
      var known = suite.findLanguage(language);
      if (known.isEmpty()) {
        return "is of the language '%s', which the suite does not have; it has %s"
            .formatted(
                language,
                suite.languages().stream().map(Language::name).collect(Collectors.joining(", ")));
      }
      return known.get().extension().equals(extension)
          ? null
          : "ends in '.%s', and programs of %s end in '.%s'"
              .formatted(extension, language, known.get().extension());
    }

    private @Nullable String add(Candidate file, String task, String language, int number) {
      var name = new GameRow.Program(task, language, number);
      var program = new ProgramSource(name, file.path(), file.bytes());
      ProgramSource other = programs.putIfAbsent(name, program);
      return other == null
          ? null
          : "is the program '%s' as %s is, which is measured".formatted(name, other.path());
    }

    FoundPrograms found() {
      List<String> tasks = suite.tasks().stream().map(Suite.Task::name).toList();
      List<String> languages = suite.languages().stream().map(Language::name).toList();
      var ordered =
          programs.values().stream()
              .sorted(
                  Comparator.comparingInt((ProgramSource one) -> tasks.indexOf(one.name().task()))
                      .thenComparingInt(one -> languages.indexOf(one.name().language()))
                      .thenComparingInt(one -> one.name().number()))
              .toList();
      return new FoundPrograms(ordered, remarks);
    }
  }
}
