package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Status;
import dev.assay.core.solution.Expectation;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolutionManifestTest {
  @TempDir Path folder;

  private SolutionSpec read(String text) throws IOException {
    Files.writeString(folder.resolve("solution.toml"), text);
    return SolutionManifest.read(folder);
  }

  @Test
  void readsWhatItSays() throws IOException {
    SolutionSpec spec =
        read(
            """
            [solution]
            name = "ntt"
            bundle = "polymul/negacyclic@1.2"
            language = "cpp"
            image = "debian:bookworm"
            expect = "fail"
            statuses = ["wrong", "timeout"]
            [build]
            command = "make -j2"
            [requires]
            arch = "x86_64"
            cores = 2
            memory = "2GiB"
            gpu = 1
            labels = ["avx512"]
            """);

    assertThat(spec.bundle()).isEqualTo("polymul/negacyclic@1.2");
    assertThat(spec.name()).isEqualTo("ntt");
    assertThat(spec.image()).isEqualTo("debian:bookworm");
    assertThat(spec.buildCommand()).isEqualTo("make -j2");
    assertThat(spec.bringsOwnProgram()).isFalse();
    assertThat(spec.expectation())
        .isEqualTo(
            new Expectation(Expectation.Outcome.FAIL, List.of(Status.WRONG, Status.TIMEOUT)));
    assertThat(spec.requires().memory()).isEqualTo(DataSize.ofGibibytes(2));
    assertThat(spec.requires().labels()).containsExactly("avx512");
  }

  @Test
  void fillsInDefaultsForAProgramOfItsOwn() throws IOException {
    SolutionSpec spec = read("solution.bundle = 'a@1'\nrun.command = ['python3', 'main.py']\n");

    assertThat(spec.runCommand()).containsExactly("python3", "main.py");
    assertThat(spec.language()).isNull();
    assertThat(spec.image()).isEqualTo("localhost/assay/core");
    assertThat(spec.buildCommand()).isNull();
    assertThat(spec.expectation()).isNull();
    assertThat(spec.requires().arch()).isEqualTo("any");
    assertThat(spec.requires().cores()).isEqualTo(1);
    assertThat(spec.requires().memory()).isEqualTo(DataSize.ofBytes(0));
  }
}
