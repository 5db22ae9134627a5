package dev.assay.platform.page.benchmark;

import dev.assay.platform.report.Amount;
import java.util.List;

/// One language at every task, and where asked for beside another one.
///
/// @param mean its geometric mean over the tasks that it did; nothing where it did none
/// @param did how many tasks it did
/// @param other the one beside it; empty for none
/// @param others that it can be held against
/// @param faster at how many tasks it is the faster one of the two
/// @param slower at how many it is not
/// @param between its time as a multiple of the other's, geometric mean
record LanguageView(
    LanguageChoice choice,
    String language,
    Amount mean,
    int did,
    int tasks,
    String other,
    List<String> others,
    int faster,
    int slower,
    Amount between,
    List<Task> rows) {
  LanguageView {
    others = List.copyOf(others);
    rows = List.copyOf(rows);
  }

  /// @param programs one, or two of which the faster one comes first; those that did not do every
  ///   workload are absent
  record Task(String task, String address, List<Program> programs) {
    Task {
      programs = List.copyOf(programs);
    }
  }

  /// The fastest program of a language at a task.
  ///
  /// @param isOther whether it is of the language beside
  /// @param ratio to the fastest of all languages
  /// @param measurements address of every measurement
  /// @param code address of repository, commit and command
  record Program(
      String language,
      String name,
      boolean isOther,
      String implementation,
      String n,
      Amount seconds,
      Amount ratio,
      Amount cpu,
      Amount memory,
      Amount size,
      String load,
      String measurements,
      String code) {}
}
