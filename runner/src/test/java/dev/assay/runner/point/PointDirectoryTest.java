package dev.assay.runner.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointDirectoryTest {
  private static final Point POINT = new Point("N2", Map.of("N", new BigDecimal(2)));
  private static final List<PlannedCase> PLANNED =
      List.of(new PlannedCase(0, 9, CaseKind.WARMUP), new PlannedCase(1, 4, CaseKind.SAMPLE));
  private static final Signature SIGNATURE =
      new Signature(
          Map.of("N", ElementType.U32),
          Map.of("L", new ValueType.Scalar(ElementType.U8), "q", tensor("L")),
          Map.of("a", tensor("N"), "text", new ValueType.Bytes()),
          Map.of("c", tensor("N")));

  @TempDir Path directory;

  @BeforeEach
  void makeARightOne() throws IOException {
    Files.writeString(
        directory.resolve("manifest.json"),
        "{\"point\":{\"N\":2},\"derived\":{\"L\":3},\"cases\":2,\"seeds\":[9,4]}");
    Files.createDirectories(directory.resolve("point"));
    Files.write(directory.resolve("point/q.bin"), new byte[12]);
    for (PlannedCase planned : PLANNED) {
      Path folder = Files.createDirectories(directory.resolve("cases").resolve(planned.folder()));
      Files.write(folder.resolve("a.bin"), new byte[8]);
      Files.writeString(folder.resolve("text.bin"), "any length");
    }
  }

  @Test
  void takesADirectoryThatFitsTheSignature() throws IOException {
    var inspected = inspect();

    assertThat(inspected.derived()).containsEntry("L", new BigDecimal(3));
    assertThat(inspected.cases()).hasSize(2);
    assertThat(inspected.cases().getFirst().inputBytes()).isEqualTo(18);
    assertThat(inspected.cases().getFirst().inputHashes())
        .containsEntry("a", "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc");
  }

  @Test
  void blamesTheBundleForAFileTooShort() throws IOException {
    Files.write(directory.resolve("cases/000001/a.bin"), new byte[7]);

    assertFault("cases/000001/a.bin has 7 bytes, u32[N] is 8 bytes here");
  }

  @Test
  void blamesTheBundleForAMissingFile() throws IOException {
    Files.delete(directory.resolve("cases/000000/text.bin"));

    assertFault("`make` wrote cases/000000 with 1 missing (text.bin)");
  }

  @Test
  void blamesTheBundleForAFileTooMany() throws IOException {
    Files.writeString(directory.resolve("cases/000000/answer.bin"), "leak");

    assertFault("`make` wrote cases/000000 with 1 too many (answer.bin)");
  }

  @Test
  void blamesTheBundleForACaseTooFew() throws IOException {
    Files.delete(directory.resolve("cases/000001/a.bin"));
    Files.delete(directory.resolve("cases/000001/text.bin"));
    Files.delete(directory.resolve("cases/000001"));

    assertFault("`make` wrote cases with 1 missing (000001)");
  }

  @Test
  void blamesTheBundleForALink() throws IOException {
    Path file = directory.resolve("cases/000001/a.bin");
    Files.delete(file);
    Files.createSymbolicLink(file, directory.resolve("point/q.bin"));

    assertFault("cases/000001/a.bin is no plain file with one link");
  }

  @Test
  void blamesTheBundleForDerivedDataOfTheWrongSize() throws IOException {
    Files.write(directory.resolve("point/q.bin"), new byte[8]);

    assertFault("point/q.bin has 8 bytes, u32[L] is 12 bytes here");
  }

  @Test
  void refusesAnOutFolderThatMakePlanted() throws IOException {
    Files.createSymbolicLink(directory.resolve("out"), Path.of("/etc"));

    assertFault("`make` wrote out, which is not its to write");
  }

  @Test
  void refusesLinkedCases() throws IOException {
    Files.move(directory.resolve("cases"), directory.resolve("elsewhere"));
    Files.createSymbolicLink(directory.resolve("cases"), directory.resolve("elsewhere"));

    assertFault("`make` wrote no folder cases");
  }

  @Test
  void blamesTheBundleForSeedsInAnotherOrder() throws IOException {
    Files.writeString(
        directory.resolve("manifest.json"),
        "{\"point\":{\"N\":2},\"derived\":{\"L\":3},\"cases\":2,\"seeds\":[4,9]}");

    assertThatThrownBy(this::inspect)
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_FAILED));
  }

  @Test
  void hidesTheSeedsFromTheSolution() {
    assertThat(PointDirectory.manifestForSolution(null, POINT, Map.of("L", new BigDecimal(3)), 2))
        .isEqualTo("{\"point\":{\"N\":2},\"derived\":{\"L\":3},\"cases\":2}\n");
  }

  private PointDirectory.Inspected inspect() throws IOException {
    return new PointDirectory(directory, SIGNATURE).inspect(POINT, PLANNED);
  }

  private void assertFault(String message) {
    assertThatThrownBy(this::inspect)
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_FAILED))
        .hasMessage(message);
  }

  private static ValueType tensor(String dimension) {
    return new ValueType.Tensor(ElementType.U32, List.of(new Dimension.Named(dimension)));
  }
}
