package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.rank.Entry;
import dev.assay.core.rank.Standing;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import dev.assay.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StandingTableTest {
  private static StandingView standing(String name, double... seconds) {
    var score = Runs.job(Runs.points(1024)).score();
    var entries = new ArrayList<Entry>();
    for (int i = 0; i < seconds.length; i++) {
      Map<Long, Double> values = new TreeMap<>();
      for (long seed = 1; seed <= 20; seed++) {
        // Which of two is the smaller changes from seed to seed.
        values.put(seed, seconds[i] * (1 + ((seed * 7 + i * 13L) % 10) * 1e-3));
      }
      entries.add(new Entry("run%03d".formatted(i), seconds[i], values));
    }
    Standing standing = Standing.of(score, entries);
    List<PlaceView> places =
        standing.places().stream()
            .map(place ->
                new PlaceView(
                    place.rank(),
                    place.isShared(),
                    place.entry(),
                    "id-" + place.entry(),
                    name + place.entry(),
                    "author",
                    "c".repeat(40),
                    entries.stream()
                        .filter(one -> one.id().equals(place.entry()))
                        .findFirst()
                        .orElseThrow()
                        .score(),
                    20,
                    20,
                    20L << 20))
            .toList();
    return new StandingView(
        "b",
        "1.0.0",
        "hash",
        "P",
        "class",
        List.of("class"),
        score,
        places,
        standing.neighbours(),
        standing.chains(),
        List.of(),
        List.of());
  }

  private static double[] all(int count, double first, double factor) {
    var seconds = new double[count];
    double next = first;
    for (int i = 0; i < count; i++) {
      seconds[i] = next;
      next *= factor;
    }
    return seconds;
  }

  @Test
  void showsRanksRatiosAndCommits() {
    StandingTable table = StandingTable.of(standing("", 1e-3, 2e-3, 2.5e-3), 0);

    assertThat(table.rows()).extracting(StandingTable.Row::rank).containsExactly("1", "2", "3");
    assertThat(table.rows())
        .extracting(row -> row.ratio().text())
        .containsExactly("1.00 ×", "2.00 ×", "2.50 ×");
    assertThat(table.rows().getFirst().commit()).isEqualTo("ccccccc");
    assertThat(table.rows()).allMatch(row -> row.tie() == null);
  }

  @Test
  void whoTiesSaysSoBelowTheLastOfThem() {
    StandingTable table = StandingTable.of(standing("", 1e-3, 1e-3, 1e-3, 9e-3), 0);

    assertThat(table.rows())
        .extracting(StandingTable.Row::rank)
        .containsExactly("1=", "1=", "1=", "4");
    StandingTable.Tie tie = Objects.requireNonNull(table.rows().get(2).tie());
    assertThat(tie.entries()).isEqualTo(3);
    assertThat(tie.pairs()).hasSize(2).allMatch(pair -> pair.why().startsWith("they tie"));
    assertThat(tie.chain()).isNotNull();
    assertThat(table.rows().getFirst().tie()).isNull();
  }

  @Test
  void aLongStandingComesInPagesThatMissNobody() {
    StandingView standing = standing("name ".repeat(40), all(400, 1e-6, 1.1));
    var seen = new ArrayList<String>();

    for (int from = 0; from < 400; ) {
      StandingTable table = StandingTable.of(standing, from);
      assertThat(table.rows()).hasSizeBetween(table.isLast() ? 1 : 20, 50);
      table.rows().forEach(row -> seen.add(row.run()));
      from = table.end();
    }

    assertThat(seen).hasSize(400).doesNotHaveDuplicates();
    assertThat(StandingTable.of(standing, 99_999).rows()).hasSize(1);
  }

  @Test
  void aRankThatGoesOnOverPagesIsExplainedOnEach() {
    StandingView standing = standing("", all(120, 1e-3, 1));

    for (int from : new int[] {0, 37, 60, 119}) {
      StandingTable table = StandingTable.of(standing, from);
      StandingTable.Tie tie = Objects.requireNonNull(table.rows().getLast().tie());
      assertThat(tie.entries()).isEqualTo(120);
      assertThat(tie.pairs()).isNotEmpty().hasSizeLessThanOrEqualTo(3);
      assertThat(tie.pairs().size() + tie.more()).isEqualTo(119);
    }
  }
}
