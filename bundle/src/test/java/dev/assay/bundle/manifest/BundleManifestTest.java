package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleManifestTest {
  @TempDir Path folder;

  private BundleSpec read(String text) throws IOException {
    Files.writeString(folder.resolve("bundle.toml"), text);
    return BundleManifest.read(folder);
  }

  @Test
  void readsWhatItSays() throws IOException {
    BundleSpec spec =
        read(
            """
            [bundle]
            name = "polymul/negacyclic"
            version = "1.2.0"
            title = "Negacyclic polynomial multiplication"
            protocol = "call"
            image = "debian:bookworm"
            command = ["python3", "make.py"]
            reference = "solutions/schoolbook"
            [signature]
            params  = { N = "u32", W = "u32" }
            derived = { L = "u32", q = "u32[L]" }
            inputs  = { a = "u32[N,L]", b = "u32[N,L]" }
            outputs = { c = "u32[N,L]" }
            [[points]]
            params = { W = 64, N = 1024 }
            [[points]]
            name = "small"
            params = { N = 4, W = 8 }
            [sample]
            seeds = "1-3,7"
            warmup = 1
            fresh = 0
            [bar]
            cases = 0.950000000000000001
            require = [{ metric = "max_abs_err", fold = "max", at_most = 1e-4 }]
            [score]
            fold = "min"
            [limits]
            case = "1s"
            cpus = 2
            output = "1MiB"
            [limits.bundle]
            make = "90s"
            [build]
            network = true
            [check]
            skip = ["swapped"]
            reason = "Every case has the same answer."
            """);

    assertThat(spec.id()).isEqualTo("polymul/negacyclic@1.2.0");
    assertThat(spec.signature().params().keySet()).containsExactly("N", "W");
    assertThat(spec.signature().derivedFiles().values())
        .extracting(ValueType::text)
        .containsExactly("u32[L]");
    assertThat(spec.points()).extracting(Point::name).containsExactly("N1024-W64", "small");
    assertThat(spec.points().getFirst().params().keySet()).containsExactly("N", "W");
    assertThat(spec.sample().seeds()).isEqualTo(new Seeds(List.of(1L, 2L, 3L, 7L)));
    assertThat(spec.bar().cases()).isEqualTo(new BigDecimal("0.950000000000000001"));
    assertThat(spec.bar().require().getFirst().atMost()).isEqualByComparingTo("0.0001");
    assertThat(spec.limits().cpu()).isEqualTo(Duration.ofSeconds(2));
    assertThat(spec.limits().output()).isEqualTo(DataSize.ofMebibytes(1));
    assertThat(spec.bundleLimits().make()).isEqualTo(Duration.ofSeconds(90));
    assertThat(spec.buildNetwork()).isTrue();
    assertThat(spec.checkSkips().getFirst().check()).isEqualTo("swapped");
  }

  @Test
  void fillsInTheDefaults() throws IOException {
    BundleSpec spec = read(ErrorCase.text("base-bundle.toml"));

    assertThat(spec.title()).isEqualTo("polymul/negacyclic");
    assertThat(spec.image()).isEqualTo("localhost/assay/core");
    assertThat(spec.command()).containsExactly("python3", "bundle.py");
    assertThat(spec.reference()).isNull();
    assertThat(spec.sample().warmup()).isEqualTo(2);
    assertThat(spec.sample().fresh()).isEqualTo(3);
    assertThat(spec.bar().casesRequired(25)).isEqualTo(25);
    assertThat(spec.score().metric()).isEqualTo("seconds");
    assertThat(spec.score().fold()).isEqualTo(Fold.MEDIAN);
    assertThat(spec.score().better()).isEqualTo(Better.LOWER);
    assertThat(spec.score().selfReported()).isEqualTo(SelfReported.MEASURED);
    assertThat(spec.limits())
        .isEqualTo(
            new Limits(
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                DataSize.ofGibibytes(1),
                1,
                256,
                DataSize.ofMebibytes(64),
                DataSize.ofMebibytes(1)));
    assertThat(spec.bundleLimits())
        .isEqualTo(
            new BundleLimits(
                Duration.ofMinutes(5), Duration.ofMinutes(5), DataSize.ofGibibytes(2)));
    assertThat(spec.buildNetwork()).isFalse();
    assertThat(spec.checkSkips()).isEmpty();
  }

  @Test
  void takesIntegersForFloatsAndStringsForLargeIntegers() throws IOException {
    BundleSpec spec =
        read(
            """
            [bundle]
            name = "x"
            version = "1.0.0"
            [signature]
            params = { x = "f64", y = "f32", z = "u64" }
            inputs = { a = "bytes" }
            outputs = { c = "bytes" }
            [[points]]
            params = { x = 1_000, y = 2.50, z = "18446744073709551615" }
            [[points]]
            params = { x = -0.1000000000000000055, y = 1e3, z = 9 }
            [sample]
            seeds = "0"
            """);

    assertThat(spec.points())
        .extracting(Point::name)
        .containsExactly("x1000-y2.5-z18446744073709551615", "x-0.1000000000000000055-y1000-z9");
  }
}
