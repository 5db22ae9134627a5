package dev.assay.platform.page.benchmark;

import dev.assay.platform.access.Caller;
import dev.assay.platform.cache.LruCache;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Texts;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.Standings;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers with pictures of standings, and keeps the newest. Thread-safe.
final class StandingPictures {
  private static final int MOST_KEPT = 40;

  private final BenchmarkPage page;
  private final StandingChoice choice;
  private final Standings standings;
  private final Texts texts;
  private @Nullable StandingPicture picture;
  private final LruCache<String, byte[]> kept = new LruCache<>(MOST_KEPT);

  StandingPictures(BenchmarkPage page, StandingChoice choice, Standings standings, Texts texts) {
    this.page = page;
    this.choice = choice;
    this.standings = standings;
    this.texts = texts;
  }

  void answer(Exchange exchange, Caller caller) {
    BenchmarkPage.Asked asked = page.find(exchange, caller);
    StandingView chosen =
        choice.choose(caller, asked.version(), asked.point(), asked.machineClass());
    Standings.Current current =
        standings.current(
            caller,
            new Standings.Ask(
                chosen.benchmark(), chosen.version(), chosen.point(), chosen.machineClass()));
    if (!exchange.isKnown(current.tag(), "private, max-age=60")) {
      exchange.bytes(
          200,
          "image/png",
          png(current.tag(), () -> picture().draw(asked.version().spec().title(), current.view())));
    }
  }

  private byte[] png(String tag, Supplier<byte[]> drawing) {
    return kept.get(tag, key -> drawing.get());
  }

  /// The fonts are read when the first picture is asked for.
  private StandingPicture picture() {
    if (picture == null) {
      picture = new StandingPicture(texts);
    }
    return picture;
  }
}
