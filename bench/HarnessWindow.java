import dev.assay.bundle.harness.GeneratedFile;
import dev.assay.bundle.harness.Harnesses;
import dev.assay.bundle.harness.Overlay;
import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Writes four solutions with an empty `run`, each under the harness of its language, into the
/// folder of the first argument. Part of `bench/harness-window`.
final class HarnessWindow {
  private static final Map<String, GeneratedFile> EMPTY =
      Map.of(
          "cpp",
          new GeneratedFile(
              "solution.cpp",
              """
              #include "assay/signature.hpp"
              namespace assay {
              struct State {};
              State* init(const Point&) { return new State; }
              Outputs run(State&, const Inputs&) { return {}; }
              }
              """,
              false),
          "c",
          new GeneratedFile(
              "solution.c",
              """
              #include "assay/signature.h"
              assay_state *assay_init(const assay_point *point) { (void)point; return NULL; }
              int assay_run(assay_state *state, const assay_inputs *inputs, assay_outputs *outputs) {
                (void)state; (void)inputs; (void)outputs;
                return 0;
              }
              """,
              false),
          "python",
          new GeneratedFile(
              "solution.py",
              """
              def init(point):
                  pass


              def run(state, inputs):
                  return 0
              """,
              false),
          "javascript",
          new GeneratedFile(
              "solution.js", "module.exports = { init() {}, run: () => 0 }\n", false));

  public static void main(String[] arguments) throws Exception {
    BundleSpec bundle = bundle();
    for (var language : EMPTY.entrySet()) {
      Path folder = Files.createDirectories(Path.of(arguments[0], language.getKey()));
      Files.writeString(folder.resolve(language.getValue().path()), language.getValue().content());
      Overlay.lay(folder, Harnesses.require(language.getKey()), bundle);
    }
  }

  private static BundleSpec bundle() {
    var number = new ValueType.Scalar(ElementType.U32);
    var size = DataSize.parse("1GiB").orElseThrow();
    var minute = Duration.ofMinutes(1);
    return new BundleSpec(
        new BundleName("bench/empty"),
        Version.parse("1.0.0"),
        "Nothing",
        Protocol.CALL,
        "localhost/assay/core",
        List.of("true"),
        null,
        new Signature(Map.of(), Map.of(), Map.of("x", number), Map.of("y", number)),
        List.of(),
        new Sample(Seeds.parse("1"), 0, 0),
        new Bar(BigDecimal.ONE, List.of()),
        new Score("seconds", Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED),
        new Limits(minute, minute, minute, minute, size, 1, 256, size, size),
        new BundleLimits(minute, minute, size),
        false,
        List.of());
  }
}
