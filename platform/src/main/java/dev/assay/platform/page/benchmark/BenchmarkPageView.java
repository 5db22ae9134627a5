package dev.assay.platform.page.benchmark;

import dev.assay.platform.page.Moment;
import dev.assay.platform.page.benchmark.ShownRepository.NamedRunner;
import dev.assay.platform.page.benchmark.SpecChanges.Change;
import dev.assay.platform.report.Amount;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The page of a benchmark.
///
/// @param newest version, where another is shown; empty otherwise
/// @param programs what stands beside the standing of whole programs; absent under other protocols
/// @param missingPoint what was asked for and this version does not have; empty otherwise
record BenchmarkPageView(
    String name,
    String title,
    String address,
    String owner,
    boolean isPrivate,
    String version,
    String newest,
    HomeView.Asks asks,
    String missingPoint,
    Chosen chosen,
    StandingTable standing,
    @Nullable ProgramTable programs,
    Unranked unranked,
    Statement statement,
    Points points,
    Versions versions,
    Content content) {

  /// What the standing is of.
  ///
  /// @param address of it, with all that was chosen
  /// @param machine the class in words; empty without any verdict
  /// @param isScoreTime whether the score is the window
  record Chosen(
      String point,
      String machineClass,
      String machine,
      String address,
      List<String> points,
      List<Option> classes,
      List<String> versions,
      List<NamedRunner> runners,
      boolean isScoreTime) {
    Chosen {
      points = List.copyOf(points);
      classes = List.copyOf(classes);
      versions = List.copyOf(versions);
      runners = List.copyOf(runners);
    }
  }

  record Option(String value, String text) {}

  /// @param total of all that are not ranked
  record Unranked(List<Line> lines, int from, int total) {
    Unranked {
      lines = List.copyOf(lines);
    }

    int end() {
      return from + lines.size();
    }
  }

  record Line(String implementation, String name, String owner, String run, String why) {}

  /// What the benchmark asks.
  ///
  /// @param sample what the bar is defined over; of whole programs how they are measured
  /// @param isSelfReportedRanked whether times of a solution's own clock are ranked
  /// @param limits in words, by their names
  record Statement(
      String protocol,
      String bar,
      String sample,
      String score,
      boolean isSelfReportedRanked,
      Map<String, String> limits,
      List<Value> values,
      @Nullable EnvelopeView envelope) {
    Statement {
      values = List.copyOf(values);
    }

    boolean isProgram() {
      return protocol.equals("program");
    }
  }

  /// A value of the signature.
  ///
  /// @param role `params`, `derived`, `inputs` or `outputs`
  /// @param isSecret whether a server never sees it in clear
  record Value(String role, String name, String type, boolean isSecret) {}

  record Points(List<PointLine> lines, int from, int total) {
    Points {
      lines = List.copyOf(lines);
    }

    int end() {
      return from + lines.size();
    }
  }

  /// @param params in words
  /// @param standing address of the standing at this point on the same class
  record PointLine(String name, String params, String standing, boolean isChosen) {}

  record Versions(List<VersionLine> lines, int total) {
    Versions {
      lines = List.copyOf(lines);
    }
  }

  /// @param before the version that it is compared with; absent for the first
  record VersionLine(
      String version,
      String address,
      boolean isShown,
      Moment publishedAt,
      String publisher,
      String hash,
      @Nullable String before,
      List<Change> changes) {
    VersionLine {
      changes = List.copyOf(changes);
    }
  }

  /// The bundle itself.
  ///
  /// @param archive address of the archive with its files
  /// @param commands to type at home
  record Content(
      String hash,
      String imageReference,
      String imageDigest,
      String archive,
      Amount archiveSize,
      String feed,
      String commands) {}
}
