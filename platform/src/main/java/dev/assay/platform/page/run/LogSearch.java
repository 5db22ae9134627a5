package dev.assay.platform.page.run;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/// Lines of a log that hold a text, with those around them. It reads the log as it comes and holds
/// little of it at once; upper and lower case are one.
///
/// @param query what is looked for
/// @param nanos a monotonic clock, which bounds the search
record LogSearch(String query, LongSupplier nanos) {
  private static final int MOST_HITS = 100;
  private static final int AROUND = 1;
  private static final int LONGEST_PIECE = 8 << 10;
  private static final int SHOWN = 300;
  private static final Duration LONGEST = Duration.ofMillis(800);

  /// @param isHit whether the text is in it
  /// @param at byte that the line, or its piece, begins at
  record Line(long number, long at, boolean isHit, AnsiText text) {}

  /// @param next byte to go on at; the size of the log when all of it was searched
  /// @param nextLine number of the line there
  record Found(List<Line> lines, int hits, boolean isWhole, long next, long nextLine) {}

  /// @param content at the byte `from`
  /// @param line number of the line there
  Found find(InputStream content, long from, long line) throws IOException {
    return new Scan(new BufferedInputStream(content, 1 << 16), from, line).run();
  }

  private final class Scan {
    private final InputStream content;
    private final long end = nanos.getAsLong() + LONGEST.toNanos();
    private final List<Line> lines = new ArrayList<>();
    private final Deque<Line> before = new ArrayDeque<>();
    private final byte[] piece = new byte[LONGEST_PIECE];
    private long at;
    private long number;
    private int hits;
    private int after;
    private int weight;

    Scan(InputStream content, long from, long line) {
      this.content = content;
      this.at = from;
      this.number = line;
    }

    Found run() throws IOException {
      while (true) {
        if (hits >= MOST_HITS || weight > LogChunk.MOST_WEIGHT || nanos.getAsLong() > end) {
          return new Found(lines, hits, false, at, number);
        }
        int count = 0;
        int one = content.read();
        if (one < 0) {
          return new Found(lines, hits, true, at, number);
        }
        while (one >= 0 && one != '\n' && count < LONGEST_PIECE - 1) {
          piece[count++] = (byte) one;
          one = content.read();
        }
        boolean isEnded = one == '\n' || one < 0;
        if (!isEnded) {
          piece[count++] = (byte) one;
        }
        take(new String(piece, 0, count, StandardCharsets.UTF_8));
        at += count + (one == '\n' ? 1 : 0);
        number += isEnded ? 1 : 0;
      }
    }

    private void take(String raw) {
      String text = AnsiText.plain(raw);
      int place = place(text);
      boolean isHit = place >= 0;
      var line = new Line(number, at, isHit, shown(text, place));
      if (isHit) {
        hits++;
        before.forEach(this::add);
        before.clear();
        add(line);
        after = AROUND;
      } else if (after > 0) {
        after--;
        add(line);
      } else {
        before.addLast(line);
        if (before.size() > AROUND) {
          before.removeFirst();
        }
      }
    }

    private int place(String text) {
      for (int i = 0; i + query.length() <= text.length(); i++) {
        if (text.regionMatches(true, i, query, 0, query.length())) {
          return i;
        }
      }
      return -1;
    }

    private void add(Line line) {
      weight += line.text().weight() + 90;
      lines.add(line);
    }

    /// As much of a long line as surrounds what was found, which is marked.
    private AnsiText shown(String text, int place) {
      int begin = Math.max(0, place - SHOWN / 2);
      int stop = Math.min(text.length(), begin + SHOWN);
      var spans = new ArrayList<AnsiText.Span>();
      if (begin > 0) {
        spans.add(new AnsiText.Span("", "…"));
      }
      int hitEnd = place < 0 ? begin : Math.min(stop, place + query.length());
      int hitBegin = place < 0 ? begin : place;
      add(spans, "", text.substring(begin, hitBegin));
      add(spans, "hit", text.substring(hitBegin, hitEnd));
      add(spans, "", text.substring(hitEnd, stop));
      if (stop < text.length()) {
        spans.add(new AnsiText.Span("", "…"));
      }
      return new AnsiText(spans, AnsiStyle.PLAIN);
    }

    private static void add(List<AnsiText.Span> spans, String css, String text) {
      if (!text.isEmpty()) {
        spans.add(new AnsiText.Span(css, text));
      }
    }
  }
}
