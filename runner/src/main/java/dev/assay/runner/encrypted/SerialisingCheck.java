package dev.assay.runner.encrypted;

import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.encrypted.Ledger.Clock;
import dev.assay.runner.point.MeasuredCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Holds what a server says that loading and saving ciphertexts took against what the envelope's
/// own processes took for it.
///
/// Both have clocks of their own outside of the window, and in the server's process they tick
/// beside the author's code: work could be moved into them. What the client saved and loaded was
/// clocked where no author's code is. Other work on the machine makes some cases dear, though
/// seldom three quarters of them, so the quarter that was cheapest is looked at.
final class SerialisingCheck {
  /// How much dearer a byte may be for the server.
  private static final int FACTOR = 4;

  /// What one case may take beside.
  private static final long PER_CASE_NANOS = 5_000_000;

  /// Fewer cases tell nothing.
  private static final int MIN_CASES = 3;

  private SerialisingCheck() {}

  /// A sentence when the server's clocks are too long to be true.
  static Optional<String> suspect(Ledger ledger, int attempt, List<MeasuredCase> cases) {
    double dearest = 0;
    var beyond = new ArrayList<Double>();
    for (MeasuredCase one : cases) {
      int index = one.due().planned().index();
      if (one.isAnswered()) {
        long in = bytes(ledger.sent(index));
        long out = bytes(ledger.returned(index, attempt));
        dearest =
            Math.max(
                dearest,
                Math.max(
                    perByte(ledger.nanos(index, attempt, Clock.SAVE), in),
                    perByte(ledger.nanos(index, attempt, Clock.LOAD_ANSWER), out)));
      }
    }
    for (MeasuredCase one : cases) {
      int index = one.due().planned().index();
      if (one.isAnswered()) {
        long bytes = bytes(ledger.sent(index)) + bytes(ledger.returned(index, attempt));
        long said =
            ledger.nanos(index, attempt, Clock.LOAD)
                + ledger.nanos(index, attempt, Clock.SAVE_ANSWER);
        beyond.add(said - FACTOR * dearest * bytes - PER_CASE_NANOS);
      }
    }
    if (beyond.size() < MIN_CASES) {
      return Optional.empty();
    }
    double quarter = beyond.stream().sorted().toList().get(beyond.size() / 4);
    if (quarter <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        "in three of four cases the server says that loading and saving ciphertexts took %s more, or beyond, than what the client took for it explains"
            .formatted(DurationText.ofSeconds(quarter / 1e9)));
  }

  private static double perByte(long nanos, long bytes) {
    return bytes == 0 ? 0 : (double) nanos / bytes;
  }

  private static long bytes(List<Blob> blobs) {
    return blobs.stream().mapToLong(Blob::bytes).sum();
  }
}
