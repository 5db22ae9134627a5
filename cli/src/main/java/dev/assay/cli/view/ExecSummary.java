package dev.assay.cli.view;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Machine;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.statistics.PairedRatio;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.Measurement;
import dev.assay.runner.point.Signals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What was measured of a command, for people.
public final class ExecSummary {
  private static final double LEVEL = 0.95;

  /// As many pairs as an interval of this level takes.
  private static final int PAIRS_FOR_INTERVAL = 6;

  private static final int LABEL = 12;
  private static final int ERROR_LINES = 10;

  private final ExecResult result;
  private final int width;
  private final StringBuilder text = new StringBuilder();

  private ExecSummary(ExecResult result, int width) {
    this.result = result;
    this.width = width;
  }

  /// Several lines, with a line feed at the end.
  ///
  /// @param width columns of the terminal
  public static String of(ExecResult result, int width) {
    return new ExecSummary(result, width).write();
  }

  private String write() {
    var commands = new ArrayList<ExecTimes>();
    for (int i = 0; i < result.commands().size(); i++) {
      commands.add(ExecTimes.of(i, result.commands().get(i), result.counted(i)));
    }
    boolean isPair = commands.size() > 1;
    for (int i = 0; i < commands.size(); i++) {
      paragraph((isPair ? (i == 0 ? "A  " : "B  ") : "") + commands.get(i).title(), "");
      block(commands.get(i));
      text.append('\n');
    }
    if (isPair) {
      compare();
    }
    where();
    if (result.stateReason() != null) {
      paragraph("Not finished: " + SafeText.oneLine(result.stateReason()) + ".", "");
    }
    return text.toString();
  }

  private void block(ExecTimes times) {
    if (times.all().isEmpty()) {
      line("ended", "no repetition beside warm-ups");
      warmups(times);
      return;
    }
    line("ended", endings(times));
    wall(times);
    cpu(times);
    memory(times);
    disturbed(times);
    warmups(times);
    times.warnings(result.warmups()).forEach(warning -> line("warning", warning));
    errors(times);
  }

  private void line(String label, String value) {
    paragraph(
        ("  " + label + " ".repeat(LABEL)).substring(0, LABEL) + SafeText.oneLine(value),
        " ".repeat(LABEL));
  }

  private void paragraph(String value, String indent) {
    text.append(TextLines.wrapped(value, indent, width));
  }

  private String endings(ExecTimes times) {
    List<Measurement> all = times.all();
    String warm =
        result.warmups() == 0 ? "" : ", after %s".formatted(counted(result.warmups(), "warm-up"));
    if (all.size() == 1) {
      return inFull(all.getFirst().process().ending()) + warm;
    }
    Map<String, Long> kinds =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    one -> inShort(one.process().ending()),
                    LinkedHashMap::new,
                    Collectors.counting()));
    String how =
        kinds.size() == 1
            ? "all " + kinds.keySet().iterator().next()
            : kinds.entrySet().stream()
                .map(kind -> "%d %s".formatted(kind.getValue(), kind.getKey()))
                .collect(Collectors.joining(", "));
    return "%s%s: %s".formatted(counted(all.size(), "repetition"), warm, how);
  }

  private static String counted(long count, String what) {
    return "%d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  private static String inFull(Ending ending) {
    return ending instanceof Ending.Signaled(int signal)
        ? "died of " + Signals.describe(signal)
        : Words.ending(ending);
  }

  private static String inShort(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) -> "exited with " + code;
      case Ending.Signaled(int signal) -> "died of " + Signals.describe(signal);
      case Ending.Killed(Limit limit, long value, long _) ->
          "ended at the %s limit of %s"
              .formatted(
                  limit.text(),
                  switch (limit) {
                    case INIT, WALL, CPU -> DurationText.ofSeconds(value / 1e9);
                    case MEMORY, OUTPUT, DISK -> DataSize.ofBytes(value).toText();
                  });
      case Ending.Stopped _, Ending.NotStarted _, Ending.SandboxFailed _ -> Words.ending(ending);
    };
  }

  private void wall(ExecTimes times) {
    List<Double> walls = times.walls();
    var parts = new ArrayList<String>();
    String median = DurationText.ofSeconds(ExecTimes.median(walls));
    parts.add(walls.size() > 1 ? median + " median" : median);
    MedianInterval.bootstrap(walls, LEVEL).map(ExecSummary::interval).ifPresent(parts::add);
    if (walls.size() > 1) {
      parts.add("range: " + DurationText.ofRange(Collections.min(walls), Collections.max(walls)));
    }
    if (times.timed().size() < times.all().size()) {
      parts.add("(of the %d that exited with 0)".formatted(times.timed().size()));
    }
    line("wall", String.join("   ", parts));
  }

  private static String interval(Interval interval) {
    return "95 %: " + DurationText.ofRange(interval.low(), interval.high());
  }

  private void cpu(ExecTimes times) {
    List<Double> cpu = times.values(Cost::cpuNanos);
    if (cpu.isEmpty()) {
      return;
    }
    String median = DurationText.ofSeconds(ExecTimes.median(cpu) / 1e9);
    String all = cpu.size() > 1 ? median + " median" : median;
    List<Double> user = times.values(Cost::cpuUserNanos);
    List<Double> system = times.values(Cost::cpuSystemNanos);
    line(
        "CPU",
        user.isEmpty() || system.isEmpty()
            ? all
            : "%s   user %s, system %s"
                .formatted(
                    all,
                    DurationText.ofSeconds(ExecTimes.median(user) / 1e9),
                    DurationText.ofSeconds(ExecTimes.median(system) / 1e9)));
  }

  private void memory(ExecTimes times) {
    List<Double> peaks = times.values(Cost::peakMemoryBytes);
    if (peaks.isEmpty()) {
      return;
    }
    String highest = size(Collections.max(peaks));
    line("memory", peaks.size() == 1 ? highest + " at its peak" : highest + " at its highest peak");
  }

  private static String size(double bytes) {
    return DataSize.ofBytes(Math.round(bytes)).toText();
  }

  private void disturbed(ExecTimes times) {
    long disturbed = times.disturbed(result.limits().cpus());
    if (disturbed == 0) {
      return;
    }
    line(
        "disturbed",
        times.timed().size() == 1
            ? "other work took part of its time"
            : "%d of %d repetitions: other work took part of their time"
                .formatted(disturbed, times.timed().size()));
  }

  private void warmups(ExecTimes times) {
    long failed =
        result.measurements().stream()
            .filter(
                one -> one.warmup() && one.command() == times.number() && !ExecTimes.isSuccess(one))
            .count();
    if (failed > 0) {
      line("warning", "%s did not exit with 0".formatted(counted(failed, "warm-up")));
    }
  }

  private void errors(ExecTimes times) {
    times.all().stream()
        .filter(one -> !ExecTimes.isSuccess(one) && !one.errorTail().isBlank())
        .findFirst()
        .ifPresent(one -> {
          line(
              "errors",
              times.all().size() == 1
                  ? "the end of its standard error:"
                  : "the end of standard error of repetition %d:".formatted(one.index() + 1));
          List<String> lines = SafeText.lines(one.errorTail().strip()).lines().toList();
          lines
              .subList(Math.max(0, lines.size() - ERROR_LINES), lines.size())
              .forEach(error -> paragraph("    | " + error, "    | "));
        });
  }

  /// Pairs of which both exited 0.
  private void compare() {
    Map<Integer, Double> second = wallsByIndex(1);
    var first = new ArrayList<Double>();
    var partner = new ArrayList<Double>();
    wallsByIndex(0)
        .forEach((index, wall) -> {
          Double other = second.get(index);
          if (other != null) {
            first.add(wall);
            partner.add(other);
          }
        });
    if (first.isEmpty()) {
      paragraph("A and B are not compared: there is no pair of which both exited with 0.", "");
      text.append('\n');
      return;
    }
    paragraph(verdict(PairedRatio.of(partner, first, LEVEL)), "");
    text.append('\n');
  }

  private Map<Integer, Double> wallsByIndex(int command) {
    var walls = new LinkedHashMap<Integer, Double>();
    result.counted(command).stream()
        .filter(ExecTimes::isSuccess)
        .filter(one -> one.process().cost().wallNanos() > 0)
        .forEach(one -> walls.put(one.index(), one.process().cost().wallNanos() / 1e9));
    return walls;
  }

  /// @param ratio of B to A
  private static String verdict(PairedRatio ratio) {
    Interval interval = ratio.interval();
    String pairs = counted(ratio.pairs(), "pair");
    if (interval == null) {
      return "B took %s times as long as A, by %s: too few to say more; -n %d gives an interval."
          .formatted(times(ratio.ratio()), pairs, PAIRS_FOR_INTERVAL);
    }
    String range =
        "95 %%: %s to %s, %s".formatted(times(interval.low()), times(interval.high()), pairs);
    if (interval.contains(1)) {
      return "A and B cannot be told apart: B takes %s times as long (%s)."
          .formatted(times(ratio.ratio()), range);
    }
    return ratio.ratio() > 1
        ? "A is faster: B takes %s times as long (%s).".formatted(times(ratio.ratio()), range)
        : "B is faster: it takes %s times as long as A (%s)."
            .formatted(times(ratio.ratio()), range);
  }

  private static String times(double ratio) {
    return ratio >= 0.1 && ratio < 10
        ? String.format(Locale.ROOT, "%.3f", ratio)
        : NumberText.of(ratio);
  }

  /// The machine and the environment: a time belongs to them too.
  private void where() {
    Machine machine = result.machine();
    String root =
        result.place().image() == null
            ? "the host's own root"
            : "the image " + result.image().reference();
    paragraph(
        SafeText.oneLine(
            "On %d of %s of %s, in %s, kernel %s."
                .formatted(
                    result.limits().cpus(),
                    counted(machine.cores(), "core"),
                    machine.cpuModel(),
                    root,
                    machine.kernel())),
        "");
    if (result.limits().cpus() >= machine.cores()) {
      paragraph(
          "All cores are measured on, so Assay itself runs beside the command%s."
              .formatted(
                  machine.cores() == 1
                      ? ""
                      : "; leave it one with --cpus %d".formatted(machine.cores() - 1)),
          "");
    }
  }
}
