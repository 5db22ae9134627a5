package dev.assay.platform.page.run;

import dev.assay.core.text.SafeText;
import dev.assay.platform.report.Amount;
import dev.assay.platform.run.RunView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file of a run: a log that has a page, or something to save.
record FileLine(String name, String address, Amount size, boolean isLog) {
  static FileLine of(RunAddresses run, RunView.FileView file) {
    boolean isLog = isLog(file.name());
    return new FileLine(
        SafeText.oneLine(file.name()),
        isLog ? run.file(file.name()) : run.raw(file.name()),
        Amount.ofBytes(file.bytes()),
        isLog);
  }

  static boolean isLog(String name) {
    return name.startsWith("logs/");
  }

  /// Logs first.
  static List<FileLine> of(RunAddresses run, List<RunView.FileView> files) {
    return files.stream()
        .sorted(Comparator.comparing((RunView.FileView file) -> !isLog(file.name())))
        .map(file -> of(run, file))
        .toList();
  }

  /// The file of a log, whichever way the run names it.
  ///
  /// @param log as a document of the run says; absent for none
  static Optional<RunView.FileView> find(List<RunView.FileView> files, @Nullable String log) {
    return Stream.ofNullable(log)
        .flatMap(name ->
            files.stream()
                .filter(file -> file.name().equals(name) || file.name().equals("logs/" + name)))
        .findFirst();
  }
}
