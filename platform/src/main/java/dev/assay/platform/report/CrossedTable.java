package dev.assay.platform.report;

import dev.assay.core.encrypted.CrossingFigures;
import dev.assay.core.encrypted.EncryptedFigures;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What crossed between client and server.
///
/// @param facts sizes and counts
/// @param keys each with its hash
/// @param ciphertexts of every case, each with its hash
/// @param leftOut how many of those are not shown
public record CrossedTable(List<Fact> facts, List<Row> keys, List<Row> ciphertexts, int leftOut) {
  private static final int MOST_KEYS = 24;
  private static final int MOST = 600;
  private static final int SHORT = 16;

  /// @param what as in `case 3, sent`
  /// @param hash its first digits; `sha256` has all
  public record Row(String what, String name, Amount size, String hash, String sha256) {}

  /// Of a point.
  public static CrossedTable of(EncryptedPoint point, EncryptedFigures figures) {
    List<Row> all =
        point.cases().stream()
            .flatMap(one ->
                Stream.concat(
                    rows("case %d, to the server".formatted(one.index()), one.sent()),
                    rows("case %d, back".formatted(one.index()), one.returned())))
            .toList();
    return new CrossedTable(
        facts(figures),
        rows("key", point.keys()).limit(MOST_KEYS).toList(),
        all.stream().limit(MOST).toList(),
        Math.max(0, all.size() - MOST));
  }

  /// Of one case.
  public static List<Row> of(EncryptedCase one) {
    return Stream.concat(rows("to the server", one.sent()), rows("back", one.returned())).toList();
  }

  private static Stream<Row> rows(String what, List<Blob> blobs) {
    return blobs.stream()
        .map(blob ->
            new Row(
                what,
                SafeText.oneLine(blob.name(), 80),
                Amount.ofBytes(blob.bytes()),
                blob.sha256().substring(0, Math.min(SHORT, blob.sha256().length())),
                blob.sha256()));
  }

  private static List<Fact> facts(EncryptedFigures figures) {
    var facts = new Fact.Facts();
    if (figures.keys() > 0) {
      facts.add(
          "keys",
          new Amount(
              "%s in %d %s"
                  .formatted(
                      Amount.ofBytes(figures.keyBytes()).text(),
                      figures.keys(),
                      figures.keys() == 1 ? "file" : "files"),
              figures.keyBytes() + " B"));
    }
    if (figures.secretKeyBytes() != null) {
      Amount size = Amount.ofBytes(figures.secretKeyBytes());
      facts.add("secret key", new Amount(size.text() + ", stayed with the client", size.exact()));
    }
    facts.add("to the server", crossing(figures.sent()));
    facts.add("back", crossing(figures.returned()));
    return facts.list();
  }

  /// In words, as in `2 ciphertexts a case, 768 KiB`.
  public static Amount crossing(@Nullable CrossingFigures one) {
    if (one == null) {
      return Amount.NONE;
    }
    String counts =
        one.fewest() == one.most()
            ? Integer.toString(one.most())
            : "%d to %d".formatted(one.fewest(), one.most());
    String text = "%s %s a case".formatted(counts, one.most() == 1 ? "ciphertext" : "ciphertexts");
    Long least = one.leastBytes();
    Long most = one.mostBytes();
    if (least == null || most == null) {
      return new Amount(text, counts);
    }
    var sizes = new ArrayList<String>();
    sizes.add(Amount.ofBytes(least).text());
    if (!Amount.ofBytes(most).text().equals(sizes.getFirst())) {
      sizes.add(Amount.ofBytes(most).text());
    }
    return new Amount(
        "%s, %s".formatted(text, String.join(" to ", sizes)),
        least.equals(most) ? most + " B" : "%d B to %d B".formatted(least, most));
  }
}
