package dev.assay.runner.agent;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.unit.DurationText;
import java.time.Duration;
import java.time.Instant;

/// How far this machine's clock is from the platform's. Leases go by the platform's clock alone and
/// windows by a monotonic one, so a difference spoils no number; it makes times of runs hard to
/// read, and one of half a day means that a clock is not set at all.
///
/// @param ahead how far this machine is ahead, negative when it is behind; the time that the
///   exchange took is the error
record ClockOffset(Duration ahead) {
  private static final Duration NOTED = Duration.ofSeconds(2);
  private static final Duration UNFIT = Duration.ofHours(12);

  static ClockOffset of(Instant before, Instant after, Instant platform) {
    Instant middle = before.plus(Duration.between(before, after).dividedBy(2));
    return new ClockOffset(Duration.between(platform, middle));
  }

  MachineFinding finding() {
    Duration size = ahead.abs();
    String text =
        "this machine's clock is %s %s the platform's"
            .formatted(
                DurationText.ofSeconds(size.toMillis() / 1e3),
                ahead.isNegative() ? "behind" : "ahead of");
    String advice = "set both, as with: timedatectl set-ntp true";
    if (size.compareTo(UNFIT) > 0) {
      return MachineFinding.unfit("platform's clock", text, advice);
    }
    return size.compareTo(NOTED) > 0
        ? MachineFinding.warning("platform's clock", text, advice)
        : MachineFinding.fine("platform's clock", text);
  }
}
