package dev.assay.runner.suite;

import dev.assay.core.game.MeasuringOrder;
import java.nio.file.Path;
import java.util.List;

/// What is asked for.
///
/// @param suite folder with a `suite.toml`
/// @param results folder for what comes of it
/// @param only patterns of program names, as in `nbody.*`; empty for all
/// @param resume whether measurements in `results` stay, and only what is missing there or changed
///   is measured
public record SuiteRequest(
    Path suite, Path results, List<String> only, boolean resume, MeasuringOrder order) {
  public SuiteRequest {
    only = List.copyOf(only);
  }
}
