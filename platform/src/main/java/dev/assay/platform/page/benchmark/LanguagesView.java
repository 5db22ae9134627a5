package dev.assay.platform.page.benchmark;

import dev.assay.platform.report.suite.BoxRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which language is fastest.
///
/// @param boxes absent where no language did half of the tasks
/// @param isLeftOut whether there may be more tasks than are looked at
/// @param unranked with too few tasks
/// @param moreUnranked how many of them are not named
/// @param next address of the languages that come after; empty at the end
record LanguagesView(
    LanguageChoice choice,
    int programs,
    int languages,
    List<Task> tasks,
    boolean isLeftOut,
    @Nullable BoxRows boxes,
    List<Language> unranked,
    int moreUnranked,
    String next) {
  LanguagesView {
    tasks = List.copyOf(tasks);
    unranked = List.copyOf(unranked);
  }

  record Task(String name, String address) {}

  record Language(String name, String address) {}
}
