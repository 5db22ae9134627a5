package dev.assay.platform.page.run;

import dev.assay.core.run.BuildResult;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Texts;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.report.BuildFacts;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.Headline;
import dev.assay.platform.report.HomeCommand;
import dev.assay.platform.report.StageBar;
import dev.assay.platform.run.RunReading;
import dev.assay.platform.run.RunView;
import dev.assay.platform.run.RunView.PointSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// All that the page of a run shows.
///
/// @param headline how many points pass, in words
/// @param state of the run, as in `build-failed`, which is also its class
/// @param took in words; empty while it runs
/// @param isTroubled whether the state needs to be noticed
/// @param isLive whether it may change by itself
/// @param scoreName what the folded columns fold
/// @param encrypted absent under other protocols than `encrypted`
/// @param files the first of all
record RunPage(
    String id,
    RunAddresses addresses,
    String title,
    String bundle,
    String headline,
    String state,
    String stateText,
    String reason,
    Moment started,
    String took,
    boolean isTroubled,
    boolean isLive,
    boolean isDirty,
    LinkedCoordinates coordinates,
    WorkView work,
    String scoreName,
    PointLines points,
    List<SuspectLine> suspects,
    @Nullable EncryptedPart encrypted,
    @Nullable BuildView build,
    List<StageBar> stages,
    List<FileLine> files,
    int fileCount,
    List<Link> comparisons,
    HomeCommand home) {
  private static final int MOST_FILES = 8;
  private static final int MOST_SUSPECTS = 10;

  /// A point that a person should look at, or has looked at.
  ///
  /// @param decision what the newest decision says; empty before
  record SuspectLine(
      String name,
      String address,
      String decision,
      String reason,
      String by,
      @Nullable Moment at) {}

  /// @param log its tail; absent when nothing of it was kept
  record BuildView(String outcome, boolean succeeded, List<Fact> facts, @Nullable LogTail log) {}

  static RunPage of(
      Texts texts, RunReading reading, JobView job, int from, @Nullable LogTail buildLog) {
    RunView view = reading.view();
    Run run = reading.run();
    var addresses = new RunAddresses(view.id());
    List<FileLine> files = FileLine.of(addresses, view.files());
    return new RunPage(
        view.id(),
        addresses,
        SafeText.oneLine(view.code().implementationName()),
        "%s@%s".formatted(view.code().benchmark(), view.code().version()),
        headline(texts, reading),
        view.state(),
        WorkView.stateText(texts, view.state()),
        view.stateReason() == null ? "" : SafeText.oneLine(view.stateReason(), 1_500),
        Moment.of(view.startedAt()),
        took(view.startedAt(), view.endedAt()),
        !view.state().equals("finished") && !view.state().equals("running"),
        view.state().equals("running"),
        run.job().source().isDirty(),
        LinkedCoordinates.of(texts, reading),
        WorkView.of(texts, job),
        SafeText.oneLine(
            run.job().score().metric().equals("seconds") ? "window" : run.job().score().metric()),
        PointLines.of(texts, reading, from),
        suspects(texts, reading),
        EncryptedPart.of(reading, addresses),
        build(run.build(), buildLog),
        StageBar.of(run.stages()),
        files.stream().limit(MOST_FILES).toList(),
        files.size(),
        comparisons(texts, reading, addresses),
        HomeCommand.of(run.job()));
  }

  private static String took(Instant started, @Nullable Instant ended) {
    return ended == null ? "" : DurationText.of(Duration.between(started, ended));
  }

  private static String headline(Texts texts, RunReading reading) {
    return Headline.of(
        IntStream.range(0, reading.view().points().size())
            .mapToObj(place -> PointLines.verdict(texts, reading, place))
            .toList());
  }

  private static List<SuspectLine> suspects(Texts texts, RunReading reading) {
    var lines = new ArrayList<SuspectLine>();
    List<PointSummary> points = reading.view().points();
    for (int i = 0; i < points.size() && lines.size() < MOST_SUSPECTS; i++) {
      if (points.get(i).isSuspect()) {
        lines.add(suspect(texts, reading, i));
      }
    }
    return lines;
  }

  private static SuspectLine suspect(Texts texts, RunReading reading, int place) {
    PointSummary point = reading.view().points().get(place);
    String address = new RunAddresses(reading.view().id()).point(point.point());
    return reading.decisions().stream()
        .filter(decision -> decision.pointNo() == place)
        .findFirst()
        .map(decision ->
            new SuspectLine(
                SafeText.oneLine(point.point()),
                address,
                texts.of(decision.isCleared() ? "run.decision.cleared" : "run.decision.confirmed"),
                SafeText.oneLine(decision.reason(), 300),
                SafeText.oneLine(decision.decidedBy()),
                Moment.of(decision.decidedAt())))
        .orElseGet(
            () -> new SuspectLine(SafeText.oneLine(point.point()), address, "", "", "", null));
  }

  private static @Nullable BuildView build(@Nullable BuildResult build, @Nullable LogTail log) {
    return build == null
        ? null
        : new BuildView(BuildFacts.outcome(build), build.succeeded(), BuildFacts.of(build), log);
  }

  private static List<Link> comparisons(Texts texts, RunReading reading, RunAddresses addresses) {
    var links = new ArrayList<Link>();
    String previous = reading.previous();
    if (previous != null) {
      links.add(
          new Link(
              texts.of("run.compare.previous"),
              RunAddresses.compare(List.of(previous, reading.view().id()))));
    }
    reading.view().points().stream()
        .filter(point -> point.verdict() != null)
        .findFirst()
        .ifPresent(point ->
            links.add(
                new Link(
                    texts.of("run.compare.leader", SafeText.oneLine(point.point())),
                    addresses.leader(point.point()))));
    links.add(
        new Link(
            texts.of("run.compare.standing"),
            Addresses.with(
                Addresses.benchmark(reading.view().code().benchmark()),
                "class",
                reading.view().machine().machineClass())));
    return links;
  }

  boolean hasMoreFiles() {
    return fileCount > files.size();
  }
}
