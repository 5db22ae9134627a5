package dev.assay.platform.page.benchmark;

import dev.assay.platform.game.ProgramShelf;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Pages;
import dev.assay.platform.standing.Standings;
import io.javalin.http.HandlerType;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;

/// Benchmarks, their standings and versions; the home page, the feed, and what the numbers mean.
public final class BenchmarkPages implements Endpoints {
  private static final String ONE = "/benchmarks/{benchmark}";

  private final HomePage home;
  private final BenchmarkPage benchmark;
  private final BenchmarkFeed feed;
  private final StandingPictures pictures;
  private final AboutPages about;
  private final LanguagesPage languages;

  public BenchmarkPages(Pages pages, Jdbi jdbi, Standings standings, ProgramShelf programs) {
    var versions = new ShownVersions(jdbi);
    var choice = new StandingChoice(jdbi, standings);
    this.home = new HomePage(pages, jdbi, versions, choice, InstantSource.system());
    this.benchmark = new BenchmarkPage(pages, jdbi, versions, choice, programs);
    this.feed = new BenchmarkFeed(pages, jdbi, versions, benchmark);
    this.pictures = new StandingPictures(benchmark, choice, standings, pages.texts());
    this.about = new AboutPages(pages);
    this.languages =
        new LanguagesPage(
            pages,
            new LanguageShelf(jdbi, standings, versions, choice, programs, InstantSource.system()));
  }

  @Override
  public void register(Routes routes) {
    routes.page(HandlerType.GET, "/", home::show);
    routes.page(HandlerType.GET, ONE, benchmark::show);
    routes.page(HandlerType.GET, ONE + "/feed.atom", feed::answer);
    routes.page(HandlerType.GET, ONE + "/standing.png", pictures::answer);
    routes.page(HandlerType.GET, "/languages", languages::all);
    routes.page(HandlerType.GET, "/languages/{language}", languages::one);
    routes.page(HandlerType.GET, "/about", about::index);
    routes.page(HandlerType.GET, "/about/{document}", about::show);
  }
}
