package dev.assay.platform.standing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.platform.standing.StandingView.UnrankedView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NeverRankedTest {
  private static UnrankedView entry(String run, String verdict) {
    return new UnrankedView(run, "i-" + run, run, "ada", "c", 1.0, verdict, "as before");
  }

  private static StandingView standing(UnrankedView... unranked) {
    return new StandingView(
        "logistic/ckks",
        "1.0.0",
        "hash",
        "features-16",
        "class",
        List.of("class"),
        new Score(Score.SECONDS, Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(unranked));
  }

  @Test
  void saysOfWhatPassesWhyItIsNotRanked() {
    StandingView view = standing(entry("a", "pass"), entry("b", "pass"), entry("c", "fail"));

    StandingView explained =
        NeverRanked.explained(view, Map.of("a", "joined", "b", "self-reported"));

    assertThat(explained.unranked().get(0).why()).startsWith("joined: client and server were one");
    assertThat(explained.unranked().get(1).why()).startsWith("self-reported: it brings its own");
    assertThat(explained.unranked().get(2).why()).isEqualTo("as before");
  }

  @Test
  void leavesTheReasonOfARunWithClientAndServerApart() {
    StandingView view = standing(entry("a", "pass"));

    assertThat(NeverRanked.explained(view, Map.of("a", "split"))).isEqualTo(view);
    assertThat(NeverRanked.explained(view, Map.of())).isEqualTo(view);
  }

  @Test
  void asksOnlyForWhatPasses() {
    assertThat(NeverRanked.asked(standing(entry("a", "pass"), entry("c", "not-judged"))))
        .containsExactly("a");
  }
}
