package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one language needs between an author's three functions and the runner. Pure: it names
/// files, and `Overlay` writes them.
public interface Harness {
  /// The folder in a solution that belongs to the harness alone.
  String FOLDER = "assay";

  /// The program that the runner starts, as `./solution DIR`. It belongs to the harness too: a
  /// build makes it, or the overlay brings it.
  String PROGRAM = "solution";

  /// The name that `solution.toml` calls the language by.
  String language();

  /// The build of a solution that does not say how it is built; absent when nothing is to be built.
  @Nullable String defaultBuildCommand();

  /// The files that are laid over a solution before its build: all of `FOLDER`, and `PROGRAM` where
  /// no build makes it.
  List<GeneratedFile> overlay(BundleSpec bundle);

  /// The files of which one has to lie in an encrypted bundle's `envelope/` for solutions in this
  /// language; none where there is no harness for such solutions.
  default List<String> envelopeFiles() {
    return List.of();
  }

  /// The author's own files of a new solution, which builds and runs and answers wrongly.
  List<GeneratedFile> starters(BundleSpec bundle);
}
