package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The author's own files of a new solution: they build, run and answer with zeros.
final class Starters {
  private static final String NATIVE_BY_HAND = "    make -f assay/build.mk\n    ./solution DIR";

  private Starters() {}

  static List<GeneratedFile> cpp(BundleSpec bundle) {
    if (bundle.envelope() != null) {
      return encrypted(
          EncryptedStarters.of(
              bundle, "solution.cpp", "C++", NATIVE_BY_HAND, "//   ", Starters::cppZeros),
          manifest(bundle, "cpp", NativeOverlay.BUILD_COMMAND),
          GeneratedFile.text(".gitignore", "/solution\n/assay/objects/\n"));
    }
    return List.of(
        manifest(bundle, "cpp", NativeOverlay.BUILD_COMMAND),
        source(bundle, "solution.cpp", "//   ", Starters::cppZeros),
        readme(bundle, "C++", "solution.cpp", NATIVE_BY_HAND),
        GeneratedFile.text(".gitignore", "/solution\n/assay/objects/\n"));
  }

  static List<GeneratedFile> c(BundleSpec bundle) {
    return List.of(
        manifest(bundle, "c", NativeOverlay.BUILD_COMMAND),
        source(bundle, "solution.c", "     ", (name, type) -> ""),
        readme(bundle, "C", "solution.c", NATIVE_BY_HAND),
        GeneratedFile.text(".gitignore", "/solution\n/assay/objects/\n"));
  }

  static List<GeneratedFile> python(BundleSpec bundle) {
    if (bundle.envelope() != null) {
      return encrypted(
          EncryptedStarters.of(
              bundle,
              "solution.py",
              "Python",
              "    ./solution DIR",
              "        ",
              Starters::pythonZeros),
          manifest(bundle, "python", ""),
          GeneratedFile.text(".gitignore", "__pycache__/\n"));
    }
    return List.of(
        manifest(bundle, "python", ""),
        source(bundle, "solution.py", "        ", Starters::pythonZeros),
        readme(bundle, "Python", "solution.py", "    ./solution DIR"),
        GeneratedFile.text(".gitignore", "__pycache__/\n"));
  }

  static List<GeneratedFile> javascript(BundleSpec bundle) {
    Signature signature = bundle.signature();
    BiFunction<String, ValueType, String> zeros =
        (name, type) ->
            "    %s: %s,".formatted(name, JavaScriptSource.zeros(signature, type, "point"));
    if (bundle.envelope() != null) {
      return encrypted(
          EncryptedStarters.of(
              bundle, "solution.js", "JavaScript", "    ./solution DIR", "//   ", zeros),
          manifest(bundle, "javascript", "", withNode(bundle.image())));
    }
    return List.of(
        manifest(bundle, "javascript", "", withNode(bundle.image())),
        source(bundle, "solution.js", "//   ", zeros),
        readme(bundle, "JavaScript", "solution.js", "    ./solution DIR"));
  }

  private static List<GeneratedFile> encrypted(List<GeneratedFile> files, GeneratedFile... more) {
    return Stream.concat(Stream.of(more), files.stream()).toList();
  }

  /// The image of a solution in JavaScript: the bundle's, but the one that all have by default is
  /// without Node.js.
  private static String withNode(String image) {
    return image.equals("localhost/assay/core") ? "localhost/assay/game" : image;
  }

  /// The bundle as a solution names it: the newest of its major version, or a pre-release itself.
  static String bundleReference(BundleSpec bundle) {
    return bundle.version().preRelease().isEmpty()
        ? bundle.name() + "@" + bundle.version().major()
        : bundle.id();
  }

  private static GeneratedFile manifest(BundleSpec bundle, String language, String defaultBuild) {
    return manifest(bundle, language, defaultBuild, bundle.image());
  }

  private static GeneratedFile manifest(
      BundleSpec bundle, String language, String defaultBuild, String image) {
    String content =
        new Template("starter/solution.toml")
            .with("bundle", bundleReference(bundle))
            .with("language", language)
            .with("image", image)
            .with("default_build", defaultBuild.isEmpty() ? ", none" : ", " + defaultBuild)
            .render();
    return GeneratedFile.text("solution.toml", content);
  }

  private static GeneratedFile readme(
      BundleSpec bundle, String languageTitle, String source, String byHand) {
    return readme(bundle, "README.md", languageTitle, source, byHand);
  }

  /// @param template below the starters' folder
  static GeneratedFile readme(
      BundleSpec bundle, String template, String languageTitle, String source, String byHand) {
    String content =
        new Template("starter/" + template)
            .with("title", bundle.title())
            .with("bundle", bundleReference(bundle))
            .with("language_title", languageTitle)
            .with("source", source)
            .with("by_hand", byHand)
            .render();
    return GeneratedFile.text("README.md", content);
  }

  private static GeneratedFile source(
      BundleSpec bundle, String name, String prefix, BiFunction<String, ValueType, String> zeros) {
    Signature signature = bundle.signature();
    String content =
        new Template("starter/" + name)
            .with("title", forComment(bundle.title()))
            .with("bundle", bundle.id())
            .with("point", remarks(prefix, pointValues(signature)))
            .with("inputs", remarks(prefix, signature.inputs()))
            .with("outputs", remarks(prefix, signature.outputs()))
            .with("zeros", Lines.of(signature.outputs(), zeros))
            .render();
    return GeneratedFile.text(name, content);
  }

  /// A host's text without what would end a comment in one of the languages.
  static String forComment(String text) {
    return text.replaceAll("[\\p{Cntrl}\\\\\"]", " ").replace("*/", "* /").strip();
  }

  static Map<String, ValueType> pointValues(Signature signature) {
    var values = new LinkedHashMap<String, ValueType>();
    signature.params().forEach((name, element) -> values.put(name, new ValueType.Scalar(element)));
    values.putAll(signature.derived());
    return values;
  }

  static String remarks(String prefix, Map<String, ValueType> values) {
    return values.isEmpty()
        ? prefix + "nothing\n"
        : Lines.of(values, (name, type) -> prefix + name + "  " + type.text());
  }

  private static String cppZeros(String name, ValueType type) {
    return switch (type) {
      case ValueType.Scalar _ -> "  outputs.%s = 0;".formatted(name);
      case ValueType.Bytes() -> "  outputs.%s.clear();".formatted(name);
      case ValueType.Tensor(ElementType _, List<Dimension> dimensions) ->
          "  outputs.%s.assign(std::size_t{1}%s, 0);".formatted(name, product(dimensions));
    };
  }

  private static String pythonZeros(String name, ValueType type) {
    String zeros =
        switch (type) {
          case ValueType.Scalar _ -> "0";
          case ValueType.Bytes() -> "b\"\"";
          case ValueType.Tensor(ElementType element, List<Dimension> dimensions) ->
              "bytes(%d%s)".formatted(element.bytes(), product(dimensions));
        };
    return "        \"%s\": %s,".formatted(name, zeros);
  }

  private static String product(List<Dimension> dimensions) {
    return dimensions.stream()
        .map(dimension ->
            switch (dimension) {
              case Dimension.Fixed(long length) -> " * " + length;
              case Dimension.Named(String name) -> " * point." + name;
            })
        .collect(Collectors.joining());
  }
}
