package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Node.js 18 and later: `init`, `run` and `free` in `solution.js` or `solution.mjs`; tensors are
/// flat typed arrays.
final class JavaScriptHarness implements Harness {
  /// What a process has beside the heap of its objects: code, stacks, the young generation.
  private static final long OUTSIDE_THE_HEAP_MEBIBYTES = 64;

  @Override
  public String language() {
    return "javascript";
  }

  @Override
  public @Nullable String defaultBuildCommand() {
    return null;
  }

  @Override
  public List<GeneratedFile> overlay(BundleSpec bundle) {
    var files = new ArrayList<GeneratedFile>();
    files.add(file("harness.cjs", Template.load("javascript/harness.cjs")));
    files.add(file("manifest.cjs", Template.load("javascript/manifest.cjs")));
    files.add(file("primordials.cjs", Template.load("javascript/primordials.cjs")));
    files.add(file("values.cjs", Template.load("javascript/values.cjs")));
    files.add(file("signature.cjs", JavaScriptSource.signature(bundle)));
    String program = program(bundle);
    if (bundle.envelope() != null) {
      files.add(file("stages.cjs", Template.load("javascript/stages.cjs")));
      // Else the author's own package.json would say what kind of module envelope.js is.
      files.add(file("package.json", "{\"type\":\"commonjs\"}\n"));
      program = program.replace("assay/harness.cjs", "assay/stages.cjs");
    }
    files.add(new GeneratedFile(PROGRAM, program, true));
    return List.copyOf(files);
  }

  @Override
  public List<String> envelopeFiles() {
    return List.of("envelope.js", "envelope.mjs", "envelope.cjs");
  }

  @Override
  public List<GeneratedFile> starters(BundleSpec bundle) {
    return Starters.javascript(bundle);
  }

  /// V8 does not know the limit of its control group, and would collect too late for it.
  private static String program(BundleSpec bundle) {
    long limit = bundle.limits().memory().bytes() >> 20;
    long heap = Math.max(limit - OUTSIDE_THE_HEAP_MEBIBYTES, Math.max(limit / 2, 1));
    return new Template("javascript/solution").with("heap_mebibytes", Long.toString(heap)).render();
  }

  private static GeneratedFile file(String name, String content) {
    return GeneratedFile.text(FOLDER + "/" + name, content);
  }
}
