package dev.assay.platform.report;

import dev.assay.core.run.LogFile;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A log on the page.
///
/// @param size how much was written, and whether the middle was left out
/// @param text escape sequences taken out; empty when there is nothing to show
public record LogView(String title, String file, String size, String text) {
  /// Characters of one log on the page; the file has all that was kept.
  private static final int MAX_SHOWN = 64 * 1024;

  public static @Nullable LogView of(
      String title, @Nullable LogFile log, Map<String, String> texts) {
    if (log == null || log.bytes() == 0) {
      return null;
    }
    String cut =
        log.cut()
            ? ", cut: %s in the middle were left out"
                .formatted(DataSize.ofBytes(Math.max(0, log.bytes() - log.keptBytes())).toText())
            : "";
    return new LogView(
        title,
        SafeText.oneLine(log.file()),
        "%s written%s".formatted(DataSize.ofBytes(log.bytes()).toText(), cut),
        shortened(SafeText.lines(texts.getOrDefault(log.file(), ""))));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_SHOWN) {
      return text;
    }
    int half = MAX_SHOWN / 2;
    return "%s\n\n[… %d characters are not shown here; the file has them …]\n\n%s"
        .formatted(
            text.substring(0, half),
            text.length() - MAX_SHOWN,
            text.substring(text.length() - half));
  }
}
