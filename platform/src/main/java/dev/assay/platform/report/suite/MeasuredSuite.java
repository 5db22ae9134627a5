package dev.assay.platform.report.suite;

import dev.assay.core.run.Machine;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import java.util.List;
import java.util.Map;

/// What the report of a suite is made of.
///
/// @param machine that measured last
/// @param bundles by task, as they are now; those that could not be read are absent
/// @param asked programs that were asked for last
/// @param entries every measurement that is in force
/// @param remarks on files and bundles, as sentences
/// @param isInterrupted whether programs may be missing because somebody stopped it
/// @param assayVersion of the Assay that measured last
public record MeasuredSuite(
    Suite suite,
    Machine machine,
    Map<String, TaskBundle> bundles,
    List<ProgramSource> asked,
    List<SuiteEntry> entries,
    List<String> remarks,
    boolean isInterrupted,
    String assayVersion) {
  public MeasuredSuite {
    bundles = Map.copyOf(bundles);
    asked = List.copyOf(asked);
    entries = List.copyOf(entries);
    remarks = List.copyOf(remarks);
  }
}
