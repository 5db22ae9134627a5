package dev.assay.platform.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.run.RunRepository.FileRow;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers with a file of a run. What is in it was written by programs of anybody: a log is shown
/// as plain text, all else is to be saved, and a browser executes none of it.
final class FileAnswer {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  private FileAnswer() {}

  static void give(Exchange exchange, Blobs blobs, FileRow file) {
    boolean isLog = file.name().startsWith("logs/");
    String type = isLog ? "text/plain; charset=utf-8" : "application/octet-stream";
    String last = file.name().substring(file.name().lastIndexOf('/') + 1);
    exchange
        .context()
        .header("X-Content-Type-Options", "nosniff")
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header("Accept-Ranges", "bytes")
        .header(
            "Content-Disposition",
            "%s; filename=\"%s\"".formatted(isLog ? "inline" : "attachment", last));
    String range = exchange.header("Range").orElse("");
    Matcher matcher = RANGE.matcher(range);
    if (matcher.matches() && !(matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
      partial(exchange, blobs, file, type, matcher);
    } else {
      exchange.immutable(file.blob(), type, blobs.open(file.blob()));
    }
  }

  /// RFC 9110, section 14: one range; an end beyond the file is its last byte.
  private static void partial(
      Exchange exchange, Blobs blobs, FileRow file, String type, Matcher range) {
    long bytes = blobs.findSize(file.blob()).orElse(0);
    boolean isSuffix = range.group(1).isEmpty();
    long first =
        isSuffix
            ? Math.max(0, bytes - Long.parseLong(range.group(2)))
            : Long.parseLong(range.group(1));
    long last =
        isSuffix || range.group(2).isEmpty()
            ? bytes - 1
            : Math.min(bytes - 1, Long.parseLong(range.group(2)));
    if (first > last) {
      exchange.context().status(416).header("Content-Range", "bytes */" + bytes).result("");
      return;
    }
    exchange
        .context()
        .status(206)
        .contentType(type)
        .header("ETag", '"' + file.blob() + '"')
        .header("Content-Range", "bytes %d-%d/%d".formatted(first, last, bytes))
        .result(part(blobs.open(file.blob()), first, last - first + 1, file.name()));
  }

  private static InputStream part(InputStream content, long skipped, long bytes, String name) {
    try {
      content.skipNBytes(skipped);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(name, e), e);
    }
    return new StreamPart(content, bytes);
  }
}
