package dev.assay.runner.point;

import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Takes answers out of `out/`: only plain files with declared names and one link (DESIGN section
/// 5, collecting).
public final class AnswerCollector {
  /// A `bytes` output has no declared size; this much of it is taken at most. The output limit is
  /// usually below.
  private static final long MOST_BYTES = 4L << 30;

  /// How many surplus names are looked at.
  private static final int MOST_NAMES = 100_000;

  private final Path out;
  private final Path collected;
  private final Map<String, ValueType> outputs;
  private final Map<String, Long> scalars;

  /// @param out the solution's `out/` on the host
  /// @param collected where `verify` will see them
  /// @param scalars every integer parameter and derived scalar
  public AnswerCollector(
      Path out, Path collected, Map<String, ValueType> outputs, Map<String, Long> scalars) {
    this.out = out;
    this.collected = collected;
    this.outputs = outputs;
    this.scalars = scalars;
  }

  /// Copies the answer to one case.
  public Answer collect(PlannedCase planned) {
    try (var folder = OutFolder.open(out)) {
      Files.createDirectories(collected.resolve(planned.folder()));
      try (var answers = folder.findFolder(planned.folder())) {
        if (answers == null) {
          return new Answer(
              Map.of(), 0, false, List.of("out/%s is no folder".formatted(planned.folder())));
        }
        return collect(answers, planned);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The answer to case %s could not be taken: %s".formatted(planned.folder(), e),
          e);
    }
  }

  private Answer collect(OutFolder answers, PlannedCase planned) throws IOException {
    var hashes = new TreeMap<String, String>();
    var remarks = new ArrayList<String>();
    long bytes = 0;
    for (var output : outputs.entrySet()) {
      String name = output.getKey() + ".bin";
      String shown = "out/%s/%s".formatted(planned.folder(), name);
      switch (answers.find(name)) {
        case OutFolder.Found.Nothing() -> remarks.add(shown + " is missing");
        case OutFolder.Found.Odd(String what) -> remarks.add("%s is %s".formatted(shown, what));
        case OutFolder.Found.Plain(InputStream in, long size) -> {
          try (in) {
            OptionalLong expected = Signature.sizeOf(output.getValue(), scalars);
            if (expected.isPresent() && expected.getAsLong() != size) {
              remarks.add(
                  "%s has %d bytes, %s is %d"
                      .formatted(shown, size, output.getValue().text(), expected.getAsLong()));
            } else if (size > MOST_BYTES) {
              remarks.add("%s has %s, more than is taken".formatted(shown, new DataSize(size)));
            } else {
              hashes.put(
                  output.getKey(),
                  copy(in, collected.resolve(planned.folder()).resolve(name), size));
              bytes += size;
            }
          }
        }
      }
    }
    return new Answer(hashes, bytes, remarks.isEmpty(), remarks);
  }

  /// Copies what was there when it was looked at, however it grows meanwhile.
  ///
  /// @return SHA-256 of what was copied, hex
  public static String copy(InputStream in, Path target, long size) throws IOException {
    MessageDigest digest = FileHash.sha256();
    byte[] buffer = new byte[Math.clamp(size, 1, 1 << 17)];
    Files.deleteIfExists(target);
    try (OutputStream to = Files.newOutputStream(target)) {
      long left = size;
      while (left > 0) {
        int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (read < 0) {
          break;
        }
        digest.update(buffer, 0, read);
        to.write(buffer, 0, read);
        left -= read;
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /// Names in `out/` that no case and no format declares, as remarks.
  ///
  /// @param reports whether the solution reports its times in a file; what a harness says stands in
  ///   none, so there the file is another's
  List<String> surplus(List<PlannedCase> planned, boolean reports) {
    Set<String> declared = planned.stream().map(PlannedCase::folder).collect(Collectors.toSet());
    if (reports) {
      declared.add("results.json");
    }
    declared.add("lost+found");
    var remarks = new ArrayList<String>();
    var surplus = new ArrayList<String>();
    long inside = 0;
    boolean all = true;
    try (var folder = OutFolder.open(out)) {
      List<String> names = folder.names(MOST_NAMES);
      all = names.size() < MOST_NAMES;
      for (String name : names) {
        if (!declared.contains(name)) {
          surplus.add(name);
        } else {
          inside += surplusIn(folder, name);
        }
      }
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "out/ could not be listed: " + e, e);
    }
    if (!surplus.isEmpty()) {
      surplus.sort(null);
      remarks.add(
          "out/ held %s%d undeclared names, %s among them"
              .formatted(all ? "" : "at least ", surplus.size(), surplus.getFirst()));
    }
    if (inside > 0) {
      remarks.add("the cases' folders in out/ held %d undeclared names".formatted(inside));
    }
    return remarks;
  }

  private long surplusIn(OutFolder folder, String name) throws IOException {
    try (var inner = folder.findFolder(name)) {
      if (inner == null) {
        return 0;
      }
      return inner.names(MOST_NAMES).stream()
          .filter(file ->
              !(file.endsWith(".bin") && outputs.containsKey(file.substring(0, file.length() - 4))))
          .count();
    }
  }
}
