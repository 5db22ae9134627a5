package dev.assay.runner.encrypted;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.AnswerCollector;
import dev.assay.runner.point.OutFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes what crosses between processes out of an `out/` that a stranger writes to: plain files
/// with one link, all of the names that are due and no others.
final class NumberedFiles {
  /// The most files that one case may have anywhere.
  static final int MOST = 4096;

  /// Larger files are not taken.
  private static final long MOST_BYTES = 4L << 30;

  private static final int MOST_NAMES = MOST + 1000;
  private static final Pattern KEY = Pattern.compile("[a-z0-9_-]{1,32}\\.bin");

  private final Path out;

  NumberedFiles(Path out) {
    this.out = out;
  }

  /// What was taken.
  ///
  /// @param count how many files there were; above the size of `blobs` when they were refused
  /// @param fault why nothing was taken, as a sentence; absent when all was
  record Taken(List<Blob> blobs, int count, @Nullable String fault) {
    Taken {
      blobs = List.copyOf(blobs);
    }

    static Taken refused(int count, String fault) {
      return new Taken(List.of(), count, fault);
    }

    long bytes() {
      return blobs.stream().mapToLong(Blob::bytes).sum();
    }
  }

  /// The files `KIND-000.bin`, `KIND-001.bin`, … of a folder, copied.
  ///
  /// @param kind as in `ciphertext`
  /// @param most how many are taken
  /// @param others names that may stand beside them
  /// @param target folder on the host, made
  Taken take(String folder, String kind, int most, Set<String> others, Path target) {
    return take(folder, names -> numbered(names, folder, kind, most, others), target);
  }

  /// All files of a folder that are named as keys are, copied.
  Taken takeKeys(String folder, Path target) {
    return take(folder, names -> keys(names, folder), target);
  }

  /// Which names are to be taken.
  private record Choice(List<String> names, int count, @Nullable String fault) {}

  private interface Chooser {
    Choice choose(Set<String> names);
  }

  private Taken take(String folder, Chooser chooser, Path target) {
    try (var all = OutFolder.open(out);
        var inner = all.findFolder(folder)) {
      if (inner == null) {
        return Taken.refused(0, "out/%s is no folder".formatted(folder));
      }
      Choice choice = chooser.choose(new TreeSet<>(inner.names(MOST_NAMES)));
      return choice.fault() == null
          ? copy(inner, folder, choice.names(), target)
          : Taken.refused(choice.count(), choice.fault());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "out/%s could not be taken: %s".formatted(folder, e), e);
    }
  }

  private static Choice numbered(
      Set<String> names, String folder, String kind, int most, Set<String> others) {
    var due = new ArrayList<String>();
    var left = new TreeSet<>(names);
    left.removeAll(others);
    while (left.remove("%s-%03d.bin".formatted(kind, due.size()))) {
      due.add("%s-%03d.bin".formatted(kind, due.size()));
    }
    if (due.size() > most) {
      return new Choice(
          List.of(),
          due.size(),
          "there are %d files %s-….bin, at most %d are taken".formatted(due.size(), kind, most));
    }
    if (!left.isEmpty()) {
      return new Choice(
          List.of(),
          due.size(),
          "out/%s holds %s, where %s-%03d.bin would be next"
              .formatted(folder, left.first(), kind, due.size()));
    }
    return new Choice(due, due.size(), null);
  }

  private static Choice keys(Set<String> names, String folder) {
    return names.stream()
        .filter(name -> !KEY.matcher(name).matches())
        .findFirst()
        .map(name ->
            new Choice(
                List.of(),
                names.size(),
                "out/%s holds %s; keys are named with lower-case letters, digits, _ and -, and end in .bin"
                    .formatted(folder, name)))
        .orElseGet(() -> new Choice(List.copyOf(names), names.size(), null));
  }

  private static Taken copy(OutFolder from, String folder, List<String> names, Path target)
      throws IOException {
    Files.createDirectories(target);
    var blobs = new ArrayList<Blob>();
    for (String name : names) {
      String shown = "out/%s/%s".formatted(folder, name);
      switch (from.find(name)) {
        case OutFolder.Found.Nothing() -> {
          return Taken.refused(names.size(), shown + " is missing");
        }
        case OutFolder.Found.Odd(String what) -> {
          return Taken.refused(names.size(), "%s is %s".formatted(shown, what));
        }
        case OutFolder.Found.Plain(InputStream in, long size) -> {
          try (in) {
            if (size > MOST_BYTES) {
              return Taken.refused(
                  names.size(),
                  "%s has %s, more than is taken".formatted(shown, new DataSize(size)));
            }
            blobs.add(new Blob(name, size, AnswerCollector.copy(in, target.resolve(name), size)));
          }
        }
      }
    }
    return new Taken(blobs, blobs.size(), null);
  }
}
