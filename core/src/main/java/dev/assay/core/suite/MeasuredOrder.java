package dev.assay.core.suite;

import dev.assay.core.game.GameRow;
import dev.assay.core.game.MeasuringOrder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/// In which order the measurements of a suite were made, as their times tell it.
public final class MeasuredOrder {
  private final List<SuiteEntry> inTime;
  private final IdentityHashMap<SuiteEntry, Integer> places = new IdentityHashMap<>();

  /// @param entries in any order
  public MeasuredOrder(List<SuiteEntry> entries) {
    this.inTime = entries.stream().sorted(Comparator.comparing(SuiteEntry::at)).toList();
    for (int i = 0; i < inTime.size(); i++) {
      places.put(inTime.get(i), i + 1);
    }
  }

  /// Every measurement, the earliest first.
  public List<SuiteEntry> inTime() {
    return inTime;
  }

  /// Place among all measurements of the suite, from 1.
  ///
  /// @param entry one of those that this was made of
  public int placeOf(SuiteEntry entry) {
    return places.getOrDefault(entry, 0);
  }

  /// Sequential when each program was through before the next one began.
  public MeasuringOrder order() {
    Set<GameRow.Program> left = new HashSet<>();
    GameRow.Program last = null;
    for (SuiteEntry entry : inTime) {
      if (!entry.of().equals(last) && !left.add(entry.of())) {
        return MeasuringOrder.INTERLEAVED;
      }
      last = entry.of();
    }
    return MeasuringOrder.SEQUENTIAL;
  }
}
