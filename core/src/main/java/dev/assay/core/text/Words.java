package dev.assay.core.text;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.MachineClass;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Values of the domain in words, for pages and terminals. Names from elsewhere are in them as they
/// are: `SafeText` comes on top.
public final class Words {
  private Words() {}

  public static String bar(Bar bar) {
    String cases =
        bar.cases().compareTo(BigDecimal.ONE) == 0
            ? "all cases ok"
            : "%s of the cases ok".formatted(percent(bar.cases()));
    return Stream.concat(Stream.of(cases), bar.require().stream().map(Words::requirement))
        .collect(Collectors.joining("; "));
  }

  /// In the words of a protocol: of a whole program each measurement is a case.
  public static String bar(Bar bar, Protocol protocol) {
    String words = bar(bar);
    return protocol == Protocol.PROGRAM
        ? words
            .replace("all cases ok", "all measurements right")
            .replace("of the cases ok", "of the measurements right")
        : words;
  }

  private static String percent(BigDecimal share) {
    return share.movePointRight(2).stripTrailingZeros().toPlainString() + " %";
  }

  private static String requirement(Requirement requirement) {
    var text =
        new StringBuilder(requirement.fold().text()).append(" of ").append(requirement.metric());
    if (requirement.atMost() != null) {
      text.append(" at most ").append(requirement.atMost());
    }
    if (requirement.atLeast() != null) {
      text.append(requirement.atMost() == null ? "" : " and")
          .append(" at least ")
          .append(requirement.atLeast());
    }
    return text.toString();
  }

  public static String sample(Sample sample) {
    return "seeds %s; %d warm-up and %d fresh cases beside them"
        .formatted(sample.seeds().toText(), sample.warmup(), sample.fresh());
  }

  /// How programs are measured.
  public static String procedure(ProgramRules rules) {
    return "each workload once, smallest first, as long as the output is right within %s; then the largest %d more times if it took %s at most"
        .formatted(limit(rules.timeout()), rules.repeats(), limit(rules.cutoff()));
  }

  public static String score(Score score) {
    return "%s of %s, %s is better"
        .formatted(score.fold().text(), score.metric(), score.better().text());
  }

  public static String params(Map<String, BigDecimal> params) {
    return params.entrySet().stream()
        .map(entry -> "%s = %s".formatted(entry.getKey(), number(entry.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static String number(BigDecimal value) {
    return Math.abs((long) value.scale()) > 40 ? value.toString() : value.toPlainString();
  }

  public static String state(RunState state) {
    return switch (state) {
      case RUNNING -> "still running, or ended without a word";
      case FINISHED -> "finished";
      case BUILD_FAILED -> "the build failed";
      case BUNDLE_ERROR -> "the bundle is at fault";
      case PLATFORM_ERROR -> "the platform is at fault";
      case CANCELLED -> "cancelled";
    };
  }

  /// A limit, exactly, as a manifest could say it.
  public static String limit(Duration limit) {
    if (limit.toNanos() % 1_000_000_000 != 0) {
      return DurationText.of(limit);
    }
    long seconds = limit.toSeconds();
    return seconds >= 120 && seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
  }

  public static String kind(CaseKind kind) {
    return kind == CaseKind.WARMUP ? "warm-up" : kind.text();
  }

  /// A value of a score: a time, or a number without a unit.
  public static String value(Score score, double value) {
    return score.metric().equals(Score.SECONDS)
        ? DurationText.ofSeconds(value)
        : NumberText.of(value);
  }

  /// From one value of a score to a larger one, as in `12.4–13.5 µs`.
  public static String range(Score score, double low, double high) {
    if (score.metric().equals(Score.SECONDS)) {
      return DurationText.ofRange(low, high);
    }
    return low < 0 || high < 0
        ? "%s to %s".formatted(NumberText.of(low), NumberText.of(high))
        : "%s–%s".formatted(NumberText.of(low), NumberText.of(high));
  }

  public static String level(MachineFinding.Level level) {
    return switch (level) {
      case FINE -> "fine";
      case NOTED -> "noted";
      case WARNING -> "makes times vary";
      case UNFIT -> "cannot measure";
    };
  }

  public static String ending(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) -> "exited with " + code;
      case Ending.Signaled(int signal) -> "died of signal " + signal;
      case Ending.Killed(Limit limit, long value, long reached) ->
          "ended at the %s limit of %s; it had reached %s"
              .formatted(limit.text(), limited(limit, value), limited(limit, reached));
      case Ending.Stopped(String reason) -> "ended by the runner: " + reason;
      case Ending.NotStarted(String reason) -> "could not be started: " + reason;
      case Ending.SandboxFailed(String reason) -> "the sandbox failed: " + reason;
    };
  }

  private static String limited(Limit limit, long value) {
    return switch (limit) {
      case INIT, WALL, CPU -> DurationText.ofSeconds(value / 1e9);
      case MEMORY, OUTPUT, DISK -> DataSize.ofBytes(Math.max(0, value)).toText();
    };
  }

  /// A class of machines by its name, processor first, as in `AMD EPYC 7763, 1 core, 1 GiB,
  /// x86_64`; a name of another form as it is. One line that is safe to show.
  public static String machineClass(String name) {
    return SafeText.oneLine(MachineClass.parse(name).map(Words::words).orElse(name));
  }

  private static String words(MachineClass of) {
    String memory = DataSize.ofMebibytes(of.mebibytes()).toText();
    return "%s, %s, %s, %s".formatted(of.cpuModel().strip(), of.coresText(), memory, of.arch());
  }
}
