package dev.assay.runner.point;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseKind;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerCollectorTest {
  private static final PlannedCase CASE = new PlannedCase(3, 42, CaseKind.SAMPLE);

  @TempDir Path temporary;
  private Path out = Path.of("");
  private Path collected = Path.of("");

  @BeforeEach
  void makeFolders() throws IOException {
    out = Files.createDirectories(temporary.resolve("out"));
    collected = temporary.resolve("dir/out");
    Files.createDirectories(out.resolve("000003"));
  }

  @Test
  void takesAPlainFileOfTheDeclaredSize() throws IOException {
    Files.write(out.resolve("000003/c.bin"), new byte[8]);

    Answer answer = collector().collect(CASE);

    assertThat(answer.isComplete()).isTrue();
    assertThat(answer.hashes())
        .containsEntry("c", "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc");
    assertThat(collected.resolve("000003/c.bin")).hasBinaryContent(new byte[8]);
  }

  @Test
  void leavesAWrongSize() throws IOException {
    Files.write(out.resolve("000003/c.bin"), new byte[7]);

    Answer answer = collector().collect(CASE);

    assertThat(answer.isComplete()).isFalse();
    assertThat(answer.remarks()).containsExactly("out/000003/c.bin has 7 bytes, u32[N] is 8");
    assertThat(collected.resolve("000003/c.bin")).doesNotExist();
  }

  @Test
  void neverFollowsALink() throws IOException {
    Path secret = Files.write(temporary.resolve("secret"), new byte[8]);
    Files.createSymbolicLink(out.resolve("000003/c.bin"), secret);

    assertThat(collector().collect(CASE).remarks())
        .containsExactly("out/000003/c.bin is a symbolic link");
  }

  @Test
  void neverFollowsALinkedFolder() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
    Files.write(elsewhere.resolve("c.bin"), new byte[8]);
    Files.delete(out.resolve("000003"));
    Files.createSymbolicLink(out.resolve("000003"), elsewhere);

    assertThat(collector().collect(CASE).remarks()).containsExactly("out/000003 is no folder");
  }

  @Test
  void doesNotHangOnAFifo() throws IOException {
    Linux.makeFifo(out.resolve("000003/c.bin"), 0600);

    assertThat(collector().collect(CASE).remarks())
        .containsExactly("out/000003/c.bin is no plain file");
  }

  @Test
  void leavesAFileWithTwoLinks() throws IOException {
    Files.write(out.resolve("000003/c.bin"), new byte[8]);
    Files.createLink(out.resolve("other"), out.resolve("000003/c.bin"));

    assertThat(collector().collect(CASE).remarks())
        .containsExactly("out/000003/c.bin is a file with 2 links");
  }

  @Test
  void leavesAFolderInAFilesPlace() throws IOException {
    Files.createDirectories(out.resolve("000003/c.bin"));

    assertThat(collector().collect(CASE).remarks()).containsExactly("out/000003/c.bin is a folder");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(collector().collect(CASE).remarks()).containsExactly("out/000003/c.bin is missing");
  }

  @Test
  void remarksOnSurplusNames() throws IOException {
    Files.write(out.resolve("000003/c.bin"), new byte[8]);
    Files.write(out.resolve("000003/d.bin"), new byte[8]);
    Files.write(out.resolve("notes.txt"), new byte[1]);

    assertThat(collector().surplus(List.of(CASE), true))
        .containsExactly(
            "out/ held 1 undeclared names, notes.txt among them",
            "the cases' folders in out/ held 1 undeclared names");
  }

  private AnswerCollector collector() {
    var type = new ValueType.Tensor(ElementType.U32, List.of(new Dimension.Named("N")));
    return new AnswerCollector(out, collected, Map.of("c", type), Map.of("N", 2L));
  }
}
