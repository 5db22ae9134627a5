package dev.assay.runner.source;

import java.nio.file.Path;
import java.util.List;

/// The files of a frozen source, laid into a folder.
///
/// @param root where the repository's root is
/// @param solution where the asked-for folder is: `root` or below
/// @param remarks sentences about what a person may not expect, such as files kept outside of git
public record ClonedSource(Path root, Path solution, List<String> remarks) {
  public ClonedSource {
    remarks = List.copyOf(remarks);
  }
}
