package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotCaret;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.Picture;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The main pages against pictures that somebody approved (docs/pages.md tells how).
class ScreenshotsIT {
  private static final double MOST_DIFFERENT = 0.02;
  private static final Path APPROVED = Path.of("src/test/resources/screenshots");
  private static final Path FOUND = Path.of("target/screenshots");
  private static final String BUNDLE = PageWorld.BENCHMARK + "@1.1.0";
  private static final String PROGRAMS = "/benchmarks/game~n-body?point=n50000000";
  private static final String RUN = "/runs/" + PageWorld.run(BUNDLE, "ntt-avx2", 10);

  /// One font everywhere, and no times, whose zone is the reader's.
  private static final String PIN =
      """
      () => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('*,*::before,*::after{font-family:"DejaVu Sans"!important}'
          + 'code,pre,.code,.code *{font-family:"DejaVu Sans Mono"!important}'
          + 'time{visibility:hidden!important}');
        document.adoptedStyleSheets = [sheet];
        return document.fonts.ready.then(() => true);
      }
      """;

  private final PageWorld world = PageWorld.shared();

  /// A page as somebody sees it.
  record Shot(String name, String address, Visitor visitor) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Shot> shots() {
    return Stream.of(
            List.of("home", "/"),
            List.of("benchmark", "/benchmarks/polymul~negacyclic?point=N4096-W64"),
            List.of("point", "/benchmarks/polymul~negacyclic/points/N4096-W64"),
            List.of(
                "implementation",
                "/implementations/" + PageWorld.implementation(PageWorld.BENCHMARK, "ntt-avx2")),
            List.of("run", RUN),
            List.of("run-point", RUN + "/points/N4096-W64"),
            List.of("log", RUN + "/files/logs/build.log"),
            List.of(
                "compare",
                "/compare?run=%s&run=%s"
                    .formatted(
                        PageWorld.run(BUNDLE, "ntt-avx2", 10),
                        PageWorld.run(BUNDLE, "barrett", 1))),
            List.of("programs", PROGRAMS),
            List.of("programs-unranked", PROGRAMS + "#unranked"),
            List.of("programs-point", "/benchmarks/game~n-body/points/n50000000"),
            List.of(
                "programs-implementation",
                "/implementations/" + PageWorld.implementation(PageWorld.PROGRAMS, "nbody.gcc-2")),
            List.of("programs-run", program("nbody.perl-1", 1)),
            List.of("programs-run-point", program("nbody.gcc-2", 2) + "/points/n50000000"),
            List.of(
                "programs-compare",
                "/compare?run=%s&run=%s"
                    .formatted(
                        PageWorld.run(PageWorld.PROGRAMS + "@1.0.0", "nbody.gcc-2", 2),
                        PageWorld.run(PageWorld.PROGRAMS + "@1.0.0", "nbody.python3-8", 1))),
            List.of("languages", "/languages"),
            List.of("languages-against", "/languages/gcc?against=python3"),
            List.of("runner", "/runners/" + PageWorld.runner("cloud-xeon-1")),
            List.of("login", "/login"))
        .flatMap(one -> eachWay(one.getFirst(), one.getLast()));
  }

  private static String program(String name, int commit) {
    return "/runs/" + PageWorld.run(PageWorld.PROGRAMS + "@1.0.0", name, commit);
  }

  private static Stream<Shot> eachWay(String name, String address) {
    Visitor desk = Visitor.READER;
    Visitor telephone = Visitor.READER.withWidth(360);
    return Stream.of(
        new Shot(name + "-1280", address, desk),
        new Shot(name + "-1280-dark", address, desk.inTheDark()),
        new Shot(name + "-360", address, telephone),
        new Shot(name + "-360-dark", address, telephone.inTheDark()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shots")
  void looksAsItWasApproved(Shot shot) {
    Picture found = take(shot);
    found.write(FOUND.resolve(shot.name() + ".png"));
    Path file = APPROVED.resolve(shot.name() + ".png");
    assertThat(Files.exists(file))
        .as("%s is approved; look at %s and copy it there", shot.name(), FOUND)
        .isTrue();
    Picture approved = Picture.read(file);

    double different = found.differsFrom(approved);

    if (different > MOST_DIFFERENT) {
      found.against(approved).write(FOUND.resolve(shot.name() + ".diff.png"));
    }
    assertThat(different)
        .as("share of pixels of %s that differ; see %s", shot.name(), FOUND)
        .isLessThanOrEqualTo(MOST_DIFFERENT);
  }

  private Picture take(Shot shot) {
    try (Visit visit = RealBrowser.shared().visit(world.url(), shot.visitor())) {
      visit.open(shot.address());
      visit.page().evaluate(PIN);
      return Picture.of(
          visit
              .page()
              .screenshot(
                  new Page.ScreenshotOptions()
                      .setAnimations(ScreenshotAnimations.DISABLED)
                      .setCaret(ScreenshotCaret.HIDE)));
    }
  }
}
