package dev.assay.platform.page.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.report.Amount;
import dev.assay.platform.run.RunFile;
import dev.assay.platform.run.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Logs of runs: a stretch of a log, or the lines that hold a text. A log is read where it is asked
/// for, and never in memory as a whole.
final class LogPages {
  private static final int MOST_QUERY = 200;
  private static final long STRETCH = 16 << 10;

  private final Pages pages;
  private final Runs runs;
  private final Blobs blobs;

  LogPages(Pages pages, Runs runs, Blobs blobs) {
    this.pages = pages;
    this.runs = runs;
    this.blobs = blobs;
  }

  /// What a log's page shows: one of `chunk` and `found`, or neither for what is no log.
  ///
  /// @param query what was looked for; empty for nothing
  /// @param end byte from which the last stretch is read
  /// @param before byte from which the stretch before is read; absent at the begin
  record LogPage(
      String run,
      String implementation,
      String name,
      String address,
      String raw,
      Amount size,
      long bytes,
      String query,
      long end,
      @Nullable Long before,
      @Nullable LogChunk chunk,
      LogSearch.@Nullable Found found) {
    boolean hasMore() {
      return chunk != null && chunk.next() < bytes;
    }

    /// Where what follows is.
    String nextAddress() {
      return chunk == null ? address : at(chunk.next(), chunk.nextLine());
    }

    /// Where the search goes on.
    String onAddress() {
      return found == null
          ? address
          : Addresses.with(at(found.next(), found.nextLine()), "q", query);
    }

    String at(long from, @Nullable Long line) {
      String there = Addresses.with(address, "from", Long.toString(from));
      return line == null ? there : Addresses.with(there, "line", Long.toString(line));
    }
  }

  void answer(Exchange exchange, Caller caller) {
    RunFile file = runs.file(caller, exchange.pathParameter("run"), exchange.pathParameter("name"));
    LogPage view = view(exchange, file);
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/run/logrows.jte", Map.of("view", view));
      return;
    }
    var head =
        Frame.Head.of(view.name() + " · " + view.implementation(), "benchmarks")
            .below(
                new Frame.Crumb(
                    file.summary().benchmark(), Addresses.benchmark(file.summary().benchmark())),
                new Frame.Crumb(view.implementation(), Addresses.run(view.run())))
            .at(view.address());
    pages.answer(exchange, caller, head, "page/run/log.jte", Map.of("view", view));
  }

  private LogPage view(Exchange exchange, RunFile file) {
    boolean isLog = FileLine.isLog(file.name());
    String query = query(exchange);
    long from = Math.min(Paging.number(exchange, "from").orElse(0), file.bytes());
    OptionalLong given = Paging.number(exchange, "line");
    Long line =
        given.isPresent() ? Long.valueOf(given.getAsLong()) : from == 0 ? Long.valueOf(1) : null;
    boolean isSearch = isLog && !query.isEmpty();
    return new LogPage(
        file.summary().id(),
        SafeText.oneLine(file.summary().implementationName()),
        SafeText.oneLine(file.name()),
        Addresses.runFile(file.summary().id(), file.name()),
        new RunAddresses(file.summary().id()).raw(file.name()),
        Amount.ofBytes(file.bytes()),
        file.bytes(),
        query,
        Math.max(0, file.bytes() - STRETCH),
        from == 0 ? null : Long.valueOf(Math.max(0, from - STRETCH)),
        isLog && !isSearch ? chunk(file, from, line) : null,
        isSearch ? found(file, query, from, line == null ? 1 : line) : null);
  }

  private static String query(Exchange exchange) {
    String query = exchange.query("q").orElse("");
    if (query.length() > MOST_QUERY) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "A text of %d characters is looked for, and %d are the most."
              .formatted(query.length(), MOST_QUERY));
    }
    return query;
  }

  private LogChunk chunk(RunFile file, long from, @Nullable Long line) {
    try (InputStream content = blobs.open(file.blob())) {
      content.skipNBytes(Math.max(0, from - 1));
      return LogChunk.read(content, from, line);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private LogSearch.Found found(RunFile file, String query, long from, long line) {
    try (InputStream content = blobs.open(file.blob())) {
      content.skipNBytes(from);
      return new LogSearch(query, System::nanoTime).find(content, from, line);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static AssayException unreadable(RunFile file, IOException e) {
    return new AssayException(
        ErrorCode.IO, "%s could not be read: %s".formatted(SafeText.shown(file.name()), e), e);
  }
}
