package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
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
    return List.of(
        file("harness.cjs", Template.load("javascript/harness.cjs")),
        file("manifest.cjs", Template.load("javascript/manifest.cjs")),
        file("primordials.cjs", Template.load("javascript/primordials.cjs")),
        file("values.cjs", Template.load("javascript/values.cjs")),
        file("signature.cjs", JavaScriptSource.signature(bundle)),
        new GeneratedFile(PROGRAM, program(bundle), true));
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
