package dev.assay.bundle.manifest;

import dev.assay.bundle.hash.BundleFiles;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `[[points]]` of a bundle for programs: its workloads.
final class WorkloadsReader {
  /// What points of such a bundle set.
  static final Signature SIGNATURE =
      new Signature(Map.of(Workload.PARAMETER, ElementType.U64), Map.of(), Map.of(), Map.of());

  /// A data file's column holds no more digits.
  private static final long MOST = 999_999_999_999_999_999L;

  private static final int MAX_ARGS = 1_000;
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
  private static final String FILE = "a file's name of 1 to 64 letters, digits, '.', '_' and '-'";

  private final ProgramSpec program;
  private final Map<String, String> pathsByName = new HashMap<>();
  private @Nullable Long last;

  /// @param program without workloads
  WorkloadsReader(ProgramSpec program) {
    this.program = program;
  }

  /// The workloads that could be read, in order.
  List<Workload> read(TableReader root) {
    var workloads = new ArrayList<Workload>();
    for (TableReader table : PointsReader.tables(root)) {
      readPoint(table).ifPresent(workloads::add);
    }
    return workloads;
  }

  /// The points of workloads.
  static List<Point> points(List<Workload> workloads) {
    return workloads.stream()
        .map(one -> new Point(one.point(), Map.of(Workload.PARAMETER, BigDecimal.valueOf(one.n()))))
        .toList();
  }

  private Optional<Workload> readPoint(TableReader table) {
    OptionalLong n = size(table);
    String name =
        table
            .parsed(
                "name", PointsReader.NAME, text -> Optional.of(text).filter(PointsReader::isName))
            .orElseGet(() -> n.isPresent() ? Workload.PARAMETER + n.getAsLong() : "");
    if (n.isPresent()) {
      PointsReader.checkUnique(pathsByName, table, table.has("name") ? "name" : "n", name);
    }
    List<String> args =
        args(table).orElseGet(() -> List.of(n.isPresent() ? Long.toString(n.getAsLong()) : ""));
    Optional<String> stdin = input(table, "stdin");
    List<String> files = files(table);
    stdin.ifPresent(file -> checkNames(table, file, files));
    Optional<String> expected = expected(table);
    table.finish();
    return n.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Workload(
                name, n.getAsLong(), args, stdin.orElse(null), files, expected.orElse(null)));
  }

  private OptionalLong size(TableReader table) {
    String expected = "the size of the workload, an integer from 0 to " + MOST;
    table.require("n", expected);
    Object value = table.raw("n");
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!(value instanceof Long number) || number < 0 || number > MOST) {
      table.wrongType("n", value, expected);
      return OptionalLong.empty();
    }
    Long before = last;
    if (before != null && number <= before) {
      table.error(
          "n",
          "%d after %d; workloads are in ascending order, each once".formatted(number, before));
      return OptionalLong.empty();
    }
    last = number;
    return OptionalLong.of(number);
  }

  private static Optional<List<String>> args(TableReader table) {
    return table
        .strings("args", "an array of arguments, as in [\"1000\"]")
        .filter(args -> {
          if (args.size() > MAX_ARGS) {
            table.error("args", "%d arguments; at most %d".formatted(args.size(), MAX_ARGS));
          } else if (args.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            table.error("args", "an argument holds a NUL, which no program can be given");
          } else {
            return true;
          }
          return false;
        });
  }

  /// A file that a program is given: of the bundle, or one that `make` writes.
  private Optional<String> input(TableReader table, String key) {
    if (program.makesInputs()) {
      return table.parsed(key, FILE, text -> Optional.of(text).filter(WorkloadsReader::isName));
    }
    return bundleFile(table, key);
  }

  private static boolean isName(String name) {
    return FILE_NAME.matcher(name).matches();
  }

  private static Optional<String> bundleFile(TableReader table, String key) {
    return Texts.innerPath(table, key).filter(path -> isCovered(table, key, path));
  }

  /// What the bundle's hash does not cover may change without a new identity.
  private static boolean isCovered(TableReader table, String key, String path) {
    boolean leftOut = false;
    for (int end = path.indexOf('/'); !leftOut && end >= 0; end = path.indexOf('/', end + 1)) {
      leftOut = BundleFiles.isLeftOut(path.substring(0, end));
    }
    leftOut |= BundleFiles.isLeftOut(path);
    if (leftOut) {
      table.error(
          key,
          "%s is not covered by the bundle's hash, so nothing measured may depend on it; put it elsewhere"
              .formatted(ManifestText.quote(path)));
    } else if (!isName(lastName(path))) {
      table.error(key, "%s is not called %s".formatted(ManifestText.quote(path), FILE));
    }
    return !leftOut && isName(lastName(path));
  }

  private List<String> files(TableReader table) {
    List<String> written =
        table.strings("files", "an array of files, as in [\"words.txt\"]").orElse(List.of());
    var files = new ArrayList<String>();
    Set<String> names = new HashSet<>();
    for (String file : written) {
      if (!isProper(table, file)) {
        continue;
      }
      if (!names.add(lastName(file))) {
        table.error(
            "files", "two files are called %s".formatted(ManifestText.quote(lastName(file))));
      } else {
        files.add(file);
      }
    }
    return files;
  }

  private boolean isProper(TableReader table, String file) {
    if (program.makesInputs()) {
      if (!isName(file)) {
        table.error("files", "%s is not %s".formatted(ManifestText.quote(file), FILE));
      }
      return isName(file);
    }
    if (!Texts.staysInside(file)) {
      table.error(
          "files", "%s is not a path inside the folder".formatted(ManifestText.quote(file)));
      return false;
    }
    return isCovered(table, "files", file);
  }

  private static void checkNames(TableReader table, String stdin, List<String> files) {
    boolean other =
        files.stream()
            .anyMatch(file -> lastName(file).equals(lastName(stdin)) && !file.equals(stdin));
    if (other) {
      table.error(
          "files", "two files are called %s".formatted(ManifestText.quote(lastName(stdin))));
    }
  }

  /// The name that a program finds a file under.
  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private Optional<String> expected(TableReader table) {
    boolean due = program.expected() == ExpectedOutput.FILE;
    if (due) {
      table.require("expected", "the file of the bundle with the expected output");
    }
    Optional<String> file = bundleFile(table, "expected");
    if (!due && table.has("expected")) {
      table.error(
          "expected",
          "is not used; it needs program.expected = \"file\", here it is \"%s\""
              .formatted(program.expected().text()));
    }
    return file;
  }
}
