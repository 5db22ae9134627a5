package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a benchmark says of its envelope.
///
/// @param config keys of the author's file with their types
/// @param limits of keygen, encode, encrypt, decrypt, decode, and of the memory
record EnvelopeView(
    String scheme,
    String packing,
    String language,
    String securityBits,
    String config,
    List<String> limits) {
  private static final int MOST_CONFIG = 600;

  EnvelopeView {
    limits = List.copyOf(limits);
  }

  static EnvelopeView of(EnvelopeSpec spec) {
    var limits = spec.limits();
    return new EnvelopeView(
        EncryptedWords.scheme(spec.scheme()),
        spec.packing().text(),
        SafeText.oneLine(spec.language()),
        Integer.toString(spec.securityBits()),
        config(spec),
        List.of(
            Words.limit(limits.keygen()),
            Words.limit(limits.encode()),
            Words.limit(limits.encrypt()),
            Words.limit(limits.decrypt()),
            Words.limit(limits.decode()),
            limits.memory().toText()));
  }

  private static String config(EnvelopeSpec spec) {
    return SafeText.oneLine(
        spec.config().entrySet().stream().map(EnvelopeView::key).collect(Collectors.joining(", ")),
        MOST_CONFIG);
  }

  private static String key(Map.Entry<String, EnvelopeSpec.ConfigType> entry) {
    return "%s: %s".formatted(entry.getKey(), entry.getValue().text());
  }

  /// In one line, for telling versions apart; empty under other protocols.
  static String words(@Nullable EnvelopeSpec spec) {
    if (spec == null) {
      return "";
    }
    EnvelopeView view = of(spec);
    return "%s, %s, %s, %s bits, config %s, limits %s"
        .formatted(
            view.scheme(),
            view.packing(),
            view.language(),
            view.securityBits(),
            view.config(),
            String.join(" ", view.limits()));
  }
}
