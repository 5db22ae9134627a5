package dev.assay.runner.point;

import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.wire.PointManifest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The point directory that a bundle's `make` has written (DESIGN section 3): inspected before a
/// solution sees any of it.
///
/// No process of the bundle lives while this looks, so nothing changes under it; links are never
/// followed all the same.
public final class PointDirectory {
  private final Path directory;
  private final Signature signature;

  public PointDirectory(Path directory, Signature signature) {
    this.directory = directory;
    this.signature = signature;
  }

  /// What was found, all of it as the signature demands.
  ///
  /// @param derived scalars, exact
  /// @param scalars every integer parameter and derived scalar, for the sizes of outputs
  public record Inspected(
      Map<String, BigDecimal> derived, Map<String, Long> scalars, List<DueCase> cases) {}

  /// Holds the directory to the signature.
  ///
  /// @throws IOException naming the file and what was expected
  public Inspected inspect(Point point, List<PlannedCase> planned) throws IOException {
    for (String later : List.of("out", "verdicts.json")) {
      if (Files.exists(directory.resolve(later), LinkOption.NOFOLLOW_LINKS)) {
        throw BundleFile.fault("`make` wrote %s, which is not its to write".formatted(later));
      }
    }
    Map<String, BigDecimal> derived = manifest(point, planned);
    Map<String, Long> scalars = scalars(point, derived);
    requireNames(directory.resolve("point"), "point", files(signature.derivedFiles()));
    requireSizes(directory.resolve("point"), "point", signature.derivedFiles(), scalars);
    requireNames(
        directory.resolve("cases"), "cases", planned.stream().map(PlannedCase::folder).toList());
    var cases = new ArrayList<DueCase>();
    for (PlannedCase one : planned) {
      cases.add(inspect(one, scalars));
    }
    openToReaders();
    return new Inspected(derived, scalars, List.copyOf(cases));
  }

  private Map<String, BigDecimal> manifest(Point point, List<PlannedCase> planned)
      throws IOException {
    var manifest = PointManifest.parse(BundleFile.read(directory.resolve("manifest.json")));
    manifest.requireFits(point, signature, planned.stream().map(PlannedCase::seed).toList());
    return manifest.derived();
  }

  private Map<String, Long> scalars(Point point, Map<String, BigDecimal> derived) {
    var scalars = new HashMap<String, Long>();
    for (var values : List.of(point.params(), derived)) {
      values.forEach((name, value) -> {
        if (value.stripTrailingZeros().scale() <= 0
            && value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
          scalars.put(name, value.longValueExact());
        }
      });
    }
    for (ValueType type : signature.outputs().values()) {
      size("outputs", type, scalars);
    }
    return scalars;
  }

  private DueCase inspect(PlannedCase planned, Map<String, Long> scalars) throws IOException {
    String name = "cases/" + planned.folder();
    Path folder = directory.resolve(name);
    Map<String, ValueType> inputs = signature.inputs();
    requireNames(folder, name, files(inputs));
    long bytes = requireSizes(folder, name, inputs, scalars);
    var hashes = new TreeMap<String, String>();
    for (String input : inputs.keySet()) {
      hashes.put(input, FileHash.of(folder.resolve(input + ".bin")));
    }
    return new DueCase(planned, hashes, bytes);
  }

  private static List<String> files(Map<String, ValueType> values) {
    return values.keySet().stream().map(name -> name + ".bin").toList();
  }

  /// The folder holds just these names. Where nothing is expected the folder may be absent.
  private static void requireNames(Path folder, String name, List<String> expected)
      throws IOException {
    if (expected.isEmpty() && !Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw BundleFile.fault("`make` wrote no folder %s".formatted(name));
    }
    var missing = new TreeSet<>(expected);
    var surplus = new TreeSet<String>();
    try (var stream = Files.newDirectoryStream(folder)) {
      for (Path file : stream) {
        String found = file.getFileName().toString();
        if (!missing.remove(found)) {
          surplus.add(found);
        }
      }
    }
    if (!missing.isEmpty() || !surplus.isEmpty()) {
      throw BundleFile.fault(
          "`make` wrote %s with %s".formatted(name, difference(missing, surplus)));
    }
  }

  private static String difference(SortedSet<String> missing, SortedSet<String> surplus) {
    var parts = new ArrayList<String>();
    if (!missing.isEmpty()) {
      parts.add("%d missing (%s)".formatted(missing.size(), missing.first()));
    }
    if (!surplus.isEmpty()) {
      parts.add("%d too many (%s)".formatted(surplus.size(), surplus.first()));
    }
    return String.join(" and ", parts);
  }

  private static long requireSizes(
      Path folder, String name, Map<String, ValueType> values, Map<String, Long> scalars)
      throws IOException {
    long sum = 0;
    for (var entry : values.entrySet()) {
      String file = "%s/%s.bin".formatted(name, entry.getKey());
      Path path = folder.resolve(entry.getKey() + ".bin");
      var attributes = Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
      if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))
          || !Integer.valueOf(1).equals(attributes.get("nlink"))) {
        throw BundleFile.fault("%s is no plain file with one link".formatted(file));
      }
      long found = Files.size(path);
      OptionalLong expected = size(file, entry.getValue(), scalars);
      if (expected.isPresent() && expected.getAsLong() != found) {
        throw BundleFile.fault(
            "%s has %d bytes, %s is %d bytes here"
                .formatted(file, found, entry.getValue().text(), expected.getAsLong()));
      }
      sum += found;
    }
    return sum;
  }

  private static OptionalLong size(String what, ValueType type, Map<String, Long> scalars) {
    try {
      return Signature.sizeOf(type, scalars);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw BundleFile.fault(
          "%s: %s has no size here: %s".formatted(what, type.text(), e.getMessage()));
    }
  }

  /// Whatever `make` left as modes, the solution can read its inputs, and only those.
  private void openToReaders() throws IOException {
    for (String part : List.of("point", "cases")) {
      Path root = directory.resolve(part);
      if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      try (var stream = Files.walk(root)) {
        for (Path path : (Iterable<Path>) stream::iterator) {
          String mode =
              Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "rwxr-xr-x" : "rw-r--r--";
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        }
      }
    }
  }

  /// The manifest as the solution sees it: without the seeds, and with what the bundle says of its
  /// envelope.
  public static String manifestForSolution(
      @Nullable EnvelopeSpec envelope, Point point, Map<String, BigDecimal> derived, int cases) {
    return "{\"point\":%s,\"derived\":%s,\"cases\":%d%s}\n"
        .formatted(
            PointJson.of(point.params()),
            PointJson.of(new LinkedHashMap<>(derived)),
            cases,
            said(envelope));
  }

  private static String said(@Nullable EnvelopeSpec envelope) {
    return envelope == null
        ? ""
        : ",\"encrypted\":{\"scheme\":\"%s\",\"packing\":\"%s\",\"security\":%d}"
            .formatted(
                envelope.scheme().text(), envelope.packing().text(), envelope.securityBits());
  }
}
