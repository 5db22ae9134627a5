package dev.assay.runner.point;

import dev.assay.core.run.StageClock;
import java.util.ArrayList;
import java.util.List;

/// Clocks the stages of one piece of work, one after the other, on the runner's monotonic clock.
public final class Clock {
  private final List<StageClock> stages = new ArrayList<>();
  private String current = "";
  private long since;

  /// Ends the stage before and starts the next.
  public void enter(String stage) {
    leave();
    current = stage;
    since = System.nanoTime();
  }

  /// Ends the current stage.
  public void leave() {
    if (!current.isEmpty()) {
      stages.add(new StageClock(current, System.nanoTime() - since));
      current = "";
    }
  }

  public List<StageClock> stages() {
    return List.copyOf(stages);
  }
}
