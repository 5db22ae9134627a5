package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Python 3.9 and later: `init`, `run` and `free` in `solution.py`; tensors are numpy arrays where
/// the image has numpy, else flat `array.array`.
final class PythonHarness implements Harness {
  @Override
  public String language() {
    return "python";
  }

  @Override
  public @Nullable String defaultBuildCommand() {
    return null;
  }

  @Override
  public List<GeneratedFile> overlay(BundleSpec bundle) {
    var files = new ArrayList<>(values(bundle));
    String starter = Template.load("python/solution");
    if (bundle.envelope() != null) {
      files.add(file("stages.py", Template.load("python/stages.py")));
      starter = starter.replace("assay.harness", "assay.stages");
    }
    files.add(new GeneratedFile(PROGRAM, starter, true));
    return List.copyOf(files);
  }

  private static List<GeneratedFile> values(BundleSpec bundle) {
    return List.of(
        file("__init__.py", Template.load("python/__init__.py")),
        file("harness.py", Template.load("python/harness.py")),
        file("values.py", Template.load("python/values.py")),
        file("signature.py", PythonSource.signature(bundle)));
  }

  @Override
  public List<String> envelopeFiles() {
    return List.of("envelope.py");
  }

  @Override
  public List<GeneratedFile> starters(BundleSpec bundle) {
    return Starters.python(bundle);
  }

  private static GeneratedFile file(String name, String content) {
    return GeneratedFile.text(FOLDER + "/" + name, content);
  }
}
