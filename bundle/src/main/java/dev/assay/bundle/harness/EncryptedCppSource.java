package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.ArrayList;
import java.util.List;

/// What lies in `assay/` of an encrypted solution in C++, the bundle's own envelope apart.
final class EncryptedCppSource {
  private static final List<String> SHARED =
      List.of(
          "channel.hpp",
          "clock.hpp",
          "files.hpp",
          "json.hpp",
          "point.hpp",
          "shape.hpp",
          "texts.hpp");

  private EncryptedCppSource() {}

  static List<GeneratedFile> overlay(BundleSpec bundle) {
    var files = new ArrayList<GeneratedFile>();
    for (String name : SHARED) {
      files.add(NativeOverlay.file(name, Template.load("native/" + name)));
    }
    files.add(NativeOverlay.file("build.mk", Template.load("cpp/encrypted.mk")));
    files.add(NativeOverlay.file("config.hpp", Template.load("cpp/config.hpp")));
    files.add(NativeOverlay.file("harness.cpp", Template.load("cpp/stages.cpp")));
    files.add(NativeOverlay.file("types.hpp", types(bundle)));
    files.add(NativeOverlay.file("signature.hpp", signature(bundle)));
    files.add(NativeOverlay.file("fields.hpp", CppSource.fields(bundle)));
    files.add(NativeOverlay.file("stage-fields.hpp", stageFields(bundle)));
    return List.copyOf(files);
  }

  /// What the author and the envelope both work with.
  private static String types(BundleSpec bundle) {
    EnvelopeSpec envelope = bundle.requireEnvelope();
    return new Template("cpp/types.hpp")
        .with("bundle", bundle.id())
        .with("point", CppSource.point(bundle.signature()))
        .with("config", Lines.of(envelope.config(), EncryptedCppSource::configField))
        .with("packing", scalar(envelope.packing()))
        .render();
  }

  private static String signature(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("cpp/encrypted-signature.hpp")
        .with("bundle", bundle.id())
        .with("inputs", CppSource.fields(signature.inputs()))
        .with("public_inputs", CppSource.fields(signature.publicInputs()))
        .with("public_outputs", CppSource.fields(signature.publicOutputs()))
        .with("secret_outputs", CppSource.fields(signature.secretOutputs()))
        .render();
  }

  private static String stageFields(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("cpp/stage-fields.hpp")
        .with("bundle", bundle.id())
        .with("public_inputs", CppSource.visits("inputs", signature.publicInputs()))
        .with("public_outputs", CppSource.visits("outputs", signature.publicOutputs()))
        .with(
            "config",
            Lines.of(
                bundle.requireEnvelope().config(),
                (name, type) -> "  visit(\"%s\", config.%s);".formatted(name, name)))
        .render();
  }

  private static String configField(String name, ConfigType type) {
    ElementType element = type.element();
    String one = element == null ? "std::string" : scalar(element);
    return "  %s %s{};  // %s"
        .formatted(type.isList() ? "std::vector<%s>".formatted(one) : one, name, type.text());
  }

  private static String scalar(ElementType element) {
    return CppSource.type(new ValueType.Scalar(element));
  }
}
