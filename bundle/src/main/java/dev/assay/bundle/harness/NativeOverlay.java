package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import java.util.ArrayList;
import java.util.List;

/// The part of the overlay that C and C++ share.
final class NativeOverlay {
  static final String BUILD_COMMAND = "make -f assay/build.mk";

  private static final List<String> SHARED =
      List.of(
          "build.mk",
          "channel.hpp",
          "clock.hpp",
          "files.hpp",
          "harness.cpp",
          "json.hpp",
          "point.hpp",
          "shape.hpp",
          "texts.hpp");

  private NativeOverlay() {}

  /// @param own what one of the two languages adds
  static List<GeneratedFile> with(BundleSpec bundle, GeneratedFile... own) {
    var files = new ArrayList<GeneratedFile>();
    for (String name : SHARED) {
      files.add(file(name, Template.load("native/" + name)));
    }
    files.add(file("signature.hpp", CppSource.signature(bundle)));
    files.add(file("fields.hpp", CppSource.fields(bundle)));
    files.addAll(List.of(own));
    return List.copyOf(files);
  }

  static GeneratedFile file(String name, String content) {
    return GeneratedFile.text(Harness.FOLDER + "/" + name, content);
  }
}
