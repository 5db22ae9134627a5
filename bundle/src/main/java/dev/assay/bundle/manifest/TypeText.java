package dev.assay.bundle.manifest;

import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.ValueType;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads types as a signature writes them: `u32`, `f64[N,M]`, `bytes`.
final class TypeText {
  static final String ELEMENTS = "i8, i16, i32, i64, u8, u16, u32, u64, f32, f64";
  static final String TYPES =
      "a type: one of %s, a tensor of one as in \"u32[N,4]\", or \"bytes\"".formatted(ELEMENTS);

  private static final Pattern TENSOR = Pattern.compile("([a-z0-9]+)\\[([^\\[\\]]*)\\]");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private TypeText() {}

  /// Reads a type. Whether the names in its dimensions exist is not looked at.
  ///
  /// @throws IllegalArgumentException with a sentence that says what is wrong
  static ValueType parse(String text) {
    if (text.equals("bytes")) {
      return new ValueType.Bytes();
    }
    Optional<ElementType> scalar = ElementType.parse(text);
    if (scalar.isPresent()) {
      return new ValueType.Scalar(scalar.get());
    }
    var matcher = TENSOR.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("%s is not %s".formatted(ManifestText.quote(text), TYPES));
    }
    ElementType element =
        ElementType.parse(matcher.group(1))
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "%s is no element type; allowed: %s"
                        .formatted(ManifestText.quote(matcher.group(1)), ELEMENTS)));
    var dimensions = new ArrayList<Dimension>();
    for (String dimension : matcher.group(2).split(",", -1)) {
      dimensions.add(dimension(dimension.strip()));
    }
    return new ValueType.Tensor(element, dimensions);
  }

  private static Dimension dimension(String text) {
    if (NUMBER.matcher(text).matches()) {
      return new Dimension.Fixed(Long.parseLong(text));
    }
    if (NAME.matcher(text).matches()) {
      return new Dimension.Named(text);
    }
    throw new IllegalArgumentException(
        "%s is no dimension; one is a number from 1 or the name of an integer parameter or derived scalar"
            .formatted(ManifestText.quote(text)));
  }
}
