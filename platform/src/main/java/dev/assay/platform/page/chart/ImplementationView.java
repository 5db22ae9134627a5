package dev.assay.platform.page.chart;

import dev.assay.core.text.Words;
import dev.assay.platform.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The page of an implementation.
///
/// @param newest submission; absent when there is none
/// @param points at which it has verdicts
/// @param point that is shown; empty when there is none
/// @param classes that it has verdicts on at the point, in words and as they are written
/// @param score in words; empty without a run
/// @param unit of the score, for scripts; empty for a metric without one
/// @param history absent without a run
/// @param older address of older runs
/// @param latest address of the newest runs; absent when they are shown
/// @param csv address of the scores as a file
/// @param submissions newest first
/// @param olderSubmissions address
/// @param latestSubmissions address; absent when they are shown
record ImplementationView(
    String id,
    String name,
    String owner,
    String benchmark,
    boolean isPrivate,
    @Nullable Newest newest,
    List<String> points,
    String point,
    List<PointView.Choice> classes,
    String machineClass,
    String score,
    String unit,
    @Nullable History history,
    @Nullable String older,
    @Nullable String latest,
    String csv,
    List<Submission> submissions,
    @Nullable String olderSubmissions,
    @Nullable String latestSubmissions) {
  String classWords() {
    return Words.machineClass(machineClass);
  }

  record Newest(String id, String repository, String path, String commit, Moment at) {}

  record Submission(long key, String id, String commit, Moment at, List<Job> jobs) {}

  /// @param run of its newest attempt; absent when none was opened
  record Job(String id, String state, String reason, String version, @Nullable String run) {}

  /// Ten digits of a commit, for people.
  static String shortened(String commit) {
    return commit.length() > 10 ? commit.substring(0, 10) : commit;
  }
}
