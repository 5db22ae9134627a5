package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.List;

/// C: `assay_init`, `assay_run` and `assay_free`; tensors are pointers. The harness around them is
/// the one of C++, so the image needs a C++ compiler too.
final class CHarness implements Harness {
  @Override
  public String language() {
    return "c";
  }

  @Override
  public String defaultBuildCommand() {
    return NativeOverlay.BUILD_COMMAND;
  }

  @Override
  public List<GeneratedFile> overlay(BundleSpec bundle) {
    return NativeOverlay.with(
        bundle,
        NativeOverlay.file("signature.h", CSource.signature(bundle)),
        NativeOverlay.file("window.hpp", CSource.window(bundle)));
  }

  @Override
  public List<GeneratedFile> starters(BundleSpec bundle) {
    return Starters.c(bundle);
  }
}
