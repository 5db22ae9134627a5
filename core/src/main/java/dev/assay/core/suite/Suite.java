package dev.assay.core.suite;

import java.util.List;
import java.util.Optional;

/// What `suite.toml` says.
///
/// @param programs the folder that programs are found in, inside of the suite's
/// @param tasks in the order in which they are shown
/// @param languages in the order in which they are shown
public record Suite(String name, String programs, List<Task> tasks, List<Language> languages) {
  public Suite {
    tasks = List.copyOf(tasks);
    languages = List.copyOf(languages);
  }

  /// What programs are measured at.
  ///
  /// @param name the first part of its programs' names, as in `nbody`
  /// @param bundle folder of a bundle of the protocol `program`, inside of the suite's
  public record Task(String name, String bundle) {}

  public Optional<Task> findTask(String task) {
    return tasks.stream().filter(one -> one.name().equals(task)).findFirst();
  }

  public Optional<Language> findLanguage(String language) {
    return languages.stream().filter(one -> one.name().equals(language)).findFirst();
  }
}
