package dev.assay.platform.standing;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.encrypted.EncryptedRanking;
import dev.assay.platform.standing.StandingView.UnrankedView;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says of encrypted entries that pass and are not ranked, why. A pure function.
final class NeverRanked {
  private NeverRanked() {}

  /// Ids of the runs whose mode has to be known.
  static List<String> asked(StandingView view) {
    return view.unranked().stream().filter(NeverRanked::isPassing).map(UnrankedView::run).toList();
  }

  /// The same standing with the reasons.
  ///
  /// @param modes of the asked runs, as documents write them
  static StandingView explained(StandingView view, Map<String, String> modes) {
    return new StandingView(
        view.benchmark(),
        view.version(),
        view.bundleHash(),
        view.point(),
        view.machineClass(),
        view.classes(),
        view.score(),
        view.places(),
        view.neighbours(),
        view.chains(),
        view.suspects(),
        view.unranked().stream().map(one -> explained(one, modes)).toList());
  }

  private static boolean isPassing(UnrankedView one) {
    return one.verdict().equals("pass");
  }

  private static UnrankedView explained(UnrankedView one, Map<String, String> modes) {
    String mode = modes.getOrDefault(one.run(), "");
    return isPassing(one)
        ? find(mode).flatMap(EncryptedRanking::whyNever).map(why -> with(one, why)).orElse(one)
        : one;
  }

  private static Optional<EncryptedMode> find(String text) {
    return Arrays.stream(EncryptedMode.values()).filter(one -> one.text().equals(text)).findFirst();
  }

  private static UnrankedView with(UnrankedView one, String why) {
    return new UnrankedView(
        one.run(),
        one.implementation(),
        one.implementationName(),
        one.owner(),
        one.commit(),
        one.score(),
        one.verdict(),
        why);
  }
}
