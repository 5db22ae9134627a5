package dev.assay.platform.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says why no registered runner can ever take a job: requirement by requirement with the best
/// there is; or, when each can be met but not all by one runner, what the nearest runners lack.
final class Blockers {
  private static final int MOST_NAMED = 3;

  private final Demand demand;
  private final List<RunnerOffer> offers;

  private Blockers(Demand demand, List<RunnerOffer> offers) {
    this.demand = demand;
    this.offers = offers;
  }

  /// A requirement, and what is said when it is not met.
  ///
  /// @param by whether a runner meets it
  /// @param everybody what is said when nobody meets it
  /// @param one what one runner lacks
  private record Requirement(
      Predicate<RunnerOffer> by, String everybody, Function<RunnerOffer, String> one) {}

  /// @param offers of all runners that are registered and not retired
  /// @return sentences; empty when a runner can take it
  static List<String> of(Demand demand, List<RunnerOffer> offers) {
    return new Blockers(demand, offers).find();
  }

  private List<String> find() {
    if (offers.isEmpty()) {
      return List.of(
          "No runner has registered and described its machine yet; an operator starts one with 'assay runner'.");
    }
    List<Requirement> requirements = requirements();
    if (offers.stream().anyMatch(offer -> lacking(requirements, offer).isEmpty())) {
      return List.of();
    }
    List<String> alone =
        requirements.stream()
            .filter(one -> offers.stream().noneMatch(one.by()))
            .map(Requirement::everybody)
            .toList();
    return alone.isEmpty() ? List.of(nearest(requirements)) : alone;
  }

  private List<Requirement> requirements() {
    var all = new ArrayList<Requirement>();
    String arch = demand.arch();
    if (arch != null) {
      all.add(
          new Requirement(
              offer -> offer.arch().equals(arch),
              "It asks for the architecture %s; registered runners have %s."
                  .formatted(arch, distinct(RunnerOffer::arch)),
              offer -> "the architecture %s (it is %s)".formatted(arch, offer.arch())));
    }
    all.add(amount("cores", demand.cores(), RunnerOffer::cores));
    all.add(amount("bytes of memory", demand.memoryBytes(), RunnerOffer::memoryBytes));
    all.add(amount("GPUs", demand.gpu(), RunnerOffer::gpu));
    addPool(all);
    demand.labels().forEach(label -> all.add(label(label)));
    demand.neededImages().forEach(digest -> all.add(image(digest)));
    return all;
  }

  private Requirement amount(String unit, long asked, ToLongFunction<RunnerOffer> granted) {
    RunnerOffer best = offers.stream().max(Comparator.comparingLong(granted)).orElseThrow();
    return new Requirement(
        offer -> granted.applyAsLong(offer) >= asked,
        "It asks for %d %s; the most that a registered runner grants is %d (%s)."
            .formatted(asked, unit, granted.applyAsLong(best), best.name()),
        offer -> "%d %s (it grants %d)".formatted(asked, unit, granted.applyAsLong(offer)));
  }

  private void addPool(List<Requirement> all) {
    String pool = demand.pool();
    if (pool != null) {
      all.add(
          new Requirement(
              offer -> offer.pool().equals(pool),
              "It has to be measured in the pool '%s', which has no registered runner; there are %s."
                  .formatted(pool, distinct(RunnerOffer::pool)),
              offer -> "the pool '%s' (it is in '%s')".formatted(pool, offer.pool())));
    }
  }

  private Requirement label(String label) {
    return new Requirement(
        offer -> offer.labels().contains(label),
        "It asks for the label '%s', which no registered runner has; there are %s."
            .formatted(label, listed(offers.stream().flatMap(offer -> offer.labels().stream()))),
        _ -> "the label '%s'".formatted(label));
  }

  private Requirement image(String digest) {
    return new Requirement(
        offer -> offer.images().contains(digest),
        "It needs the image %s, which no recipe makes and no registered runner has; publish its recipe with 'assay image publish', or pull it on a runner."
            .formatted(digest),
        _ -> "the image %s".formatted(digest));
  }

  private String nearest(List<Requirement> requirements) {
    String lacks =
        offers.stream()
            .sorted(
                Comparator.comparingInt((RunnerOffer offer) -> lacking(requirements, offer).size())
                    .thenComparing(RunnerOffer::name))
            .limit(MOST_NAMED)
            .map(offer ->
                "%s lacks %s"
                    .formatted(offer.name(), String.join(", ", lacking(requirements, offer))))
            .collect(Collectors.joining("; "));
    return "Each of its requirements is met by some registered runner, but no runner meets all: %s."
        .formatted(lacks);
  }

  private static List<String> lacking(List<Requirement> requirements, RunnerOffer offer) {
    return requirements.stream()
        .filter(one -> !one.by().test(offer))
        .map(one -> one.one().apply(offer))
        .toList();
  }

  private String distinct(Function<RunnerOffer, String> part) {
    return listed(offers.stream().map(part));
  }

  private static String listed(Stream<String> words) {
    var sorted = words.collect(Collectors.toCollection(TreeSet::new));
    return sorted.isEmpty() ? "none" : String.join(", ", sorted);
  }
}
