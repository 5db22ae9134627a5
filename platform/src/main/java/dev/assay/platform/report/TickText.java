package dev.assay.platform.report;

import dev.assay.core.bundle.Score;
import java.util.Locale;

/// Writes ticks of one axis with one unit and as many digits as tell them apart.
public record TickText(Score score, Axis axis) {
  public String of(double value) {
    if (!score.metric().equals(Score.SECONDS) || axis.isLog()) {
      return Amount.ofScore(score, value).text();
    }
    double top = Math.max(Math.abs(axis.from()), Math.abs(axis.to()));
    double unit = top < 1e-6 ? 1e-9 : top < 1e-3 ? 1e-6 : top < 1 ? 1e-3 : 1;
    String name = unit == 1 ? "s" : unit == 1e-3 ? "ms" : unit == 1e-6 ? "µs" : "ns";
    int digits = Math.clamp((int) Math.ceil(-Math.log10(axis.step() / unit) - 1e-9), 0, 9);
    return String.format(Locale.ROOT, "%." + digits + "f %s", value / unit, name);
  }
}
