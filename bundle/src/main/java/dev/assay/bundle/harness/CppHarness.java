package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.List;

/// C++20: `init`, `run` and `free` in namespace `assay`; tensors are `std::vector`.
final class CppHarness implements Harness {
  @Override
  public String language() {
    return "cpp";
  }

  @Override
  public String defaultBuildCommand() {
    return NativeOverlay.BUILD_COMMAND;
  }

  @Override
  public List<GeneratedFile> overlay(BundleSpec bundle) {
    if (bundle.envelope() != null) {
      return EncryptedCppSource.overlay(bundle);
    }
    return NativeOverlay.with(
        bundle, NativeOverlay.file("window.hpp", Template.load("cpp/window.hpp")));
  }

  @Override
  public List<String> envelopeFiles() {
    return List.of("envelope.hpp");
  }

  @Override
  public List<GeneratedFile> starters(BundleSpec bundle) {
    return Starters.cpp(bundle);
  }
}
