package dev.assay.runner.point;

import dev.assay.core.wire.ReportedResults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `out/results.json` of a solution that brings its own clock, while it grows and at the end.
final class ResultsFile {
  private final Path out;
  private final int cases;
  private long lastSize = -1;
  private int lastCount;
  private long readableAfterNanos = Long.MIN_VALUE;

  /// @param cases how many there are
  ResultsFile(Path out, int cases) {
    this.out = out;
    this.cases = cases;
  }

  /// How many rows it has, looking again only when its size changed and the look before cost less
  /// than a hundredth of the time since.
  int count() throws IOException {
    if (readableAfterNanos != Long.MIN_VALUE && System.nanoTime() - readableAfterNanos < 0) {
      return lastCount;
    }
    return countNow();
  }

  /// How many rows it has at this moment.
  int countNow() throws IOException {
    long start = System.nanoTime();
    byte[] bytes = bytes(lastSize);
    if (bytes.length > 0) {
      lastSize = bytes.length;
      lastCount = Math.max(lastCount, ReportedResults.parse(bytes, cases).rows().size());
      long cost = System.nanoTime() - start;
      readableAfterNanos = System.nanoTime() + 100 * cost;
    }
    return lastCount;
  }

  /// What it says in the end; empty with a remark when it is not there or cannot be read.
  ReportedResults read() throws IOException {
    try (var folder = OutFolder.open(out)) {
      return switch (folder.find("results.json")) {
        case OutFolder.Found.Nothing() -> nothing("the solution wrote no out/results.json");
        case OutFolder.Found.Odd(String what) ->
            nothing("out/results.json is %s and was not read".formatted(what));
        case OutFolder.Found.Plain(InputStream in, long size) -> {
          try (in) {
            yield size > ReportedResults.MAX_BYTES
                ? nothing(
                    "out/results.json has %d bytes, at most %d are read"
                        .formatted(size, ReportedResults.MAX_BYTES))
                : ReportedResults.parse(in.readNBytes(ReportedResults.MAX_BYTES), cases);
          }
        }
      };
    }
  }

  private static ReportedResults nothing(String remark) {
    return new ReportedResults(null, Map.of(), List.of(remark), null);
  }

  /// Its bytes; empty when it is absent, odd, too large, or of the size that was read already.
  private byte[] bytes(long known) throws IOException {
    try (var folder = OutFolder.open(out)) {
      if (folder.find("results.json") instanceof OutFolder.Found.Plain(InputStream in, long size)) {
        try (in) {
          return size == known || size > ReportedResults.MAX_BYTES
              ? new byte[0]
              : in.readNBytes(ReportedResults.MAX_BYTES);
        }
      }
      return new byte[0];
    }
  }
}
