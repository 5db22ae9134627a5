package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Moment;
import dev.assay.platform.report.Amount;
import java.util.List;

/// The home page.
///
/// @param query what was searched for; empty for nothing
/// @param next address of the next page; empty on the last
/// @param implementations that were found by name
/// @param isNew whether nothing was published yet
record HomeView(
    String query,
    List<Card> cards,
    String next,
    List<ShownRepository.FoundImplementation> implementations,
    List<RunLine> runs,
    boolean isNew) {
  HomeView {
    cards = List.copyOf(cards);
    implementations = List.copyOf(implementations);
    runs = List.copyOf(runs);
  }

  /// Whether a benchmark shown is for whole programs.
  boolean hasPrograms() {
    return cards.stream().anyMatch(card -> card.asks().isProgram());
  }

  /// A benchmark.
  ///
  /// @param asks its bar, sample and score in words
  /// @param point that the leaders are shown at; empty without any verdict
  /// @param moreClasses of machines that have a standing and are not shown
  record Card(
      String name,
      String title,
      String address,
      boolean isPrivate,
      Asks asks,
      int implementations,
      String point,
      List<Leading> leading,
      int moreClasses) {
    Card {
      leading = List.copyOf(leading);
    }
  }

  /// @param seeds how many the sample has
  /// @param seeds of the sample; of whole programs, workloads
  record Asks(String bar, int seeds, String score, boolean isProgram) {
    static Asks of(BundleSpec spec) {
      boolean isProgram = spec.protocol() == Protocol.PROGRAM;
      return new Asks(
          Words.bar(spec.bar(), spec.protocol()),
          isProgram ? spec.points().size() : spec.sample().seeds().count(),
          Words.score(spec.score()),
          isProgram);
    }

    /// Of the sentence that has all three.
    String key() {
      if (isProgram) {
        return seeds == 1 ? "benchmark.asks.program.one" : "benchmark.asks.program";
      }
      return seeds == 1 ? "benchmark.asks.one" : "benchmark.asks";
    }

    String count() {
      return Integer.toString(seeds);
    }
  }

  /// Who leads on a class of machine.
  ///
  /// @param machine the class in words
  /// @param address of the standing
  /// @param entries that are ranked
  /// @param first those that share the first rank, as far as they are shown
  /// @param more that share it as well
  record Leading(
      String machine,
      String address,
      int entries,
      List<Leader> first,
      int more,
      Amount score,
      String run) {
    Leading {
      first = List.copyOf(first);
    }
  }

  record Leader(String name, String implementation) {}

  record RunLine(
      String id,
      String implementation,
      String implementationName,
      String benchmark,
      String commit,
      String state,
      String machine,
      Moment at) {}
}
