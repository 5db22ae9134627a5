package dev.assay.runner.encrypted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.EncryptedPoint.Blob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumberedFilesTest {
  @TempDir private Path temporary;
  private Path out = Path.of("");
  private Path target = Path.of("");

  @BeforeEach
  void makeFolders() throws IOException {
    out = Files.createDirectories(temporary.resolve("out"));
    target = temporary.resolve("target");
    Files.createDirectories(out.resolve("000003"));
  }

  private void write(String name, int size) throws IOException {
    Files.write(out.resolve("000003").resolve(name), new byte[size]);
  }

  private NumberedFiles.Taken take() {
    return new NumberedFiles(out).take("000003", "ciphertext", 3, Set.of("sum.bin"), target);
  }

  @Test
  void takesCountsAndHashesWhatIsNumberedInARow() throws IOException {
    write("ciphertext-000.bin", 8);
    write("ciphertext-001.bin", 0);
    write("sum.bin", 8);

    NumberedFiles.Taken taken = take();

    assertThat(taken.fault()).isNull();
    assertThat(taken.count()).isEqualTo(2);
    assertThat(taken.bytes()).isEqualTo(8);
    assertThat(taken.blobs().getFirst())
        .isEqualTo(
            new Blob(
                "ciphertext-000.bin",
                8,
                "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc"));
    assertThat(target).isDirectoryContaining("glob:**ciphertext-001.bin");
    assertThat(target.resolve("sum.bin")).doesNotExist();
  }

  @Test
  void refusesAGap() throws IOException {
    write("ciphertext-000.bin", 8);
    write("ciphertext-002.bin", 8);

    assertThat(take().fault())
        .isEqualTo("out/000003 holds ciphertext-002.bin, where ciphertext-001.bin would be next");
  }

  @Test
  void refusesMoreThanAreTakenAndSaysHowMany() throws IOException {
    for (int i = 0; i < 1002; i++) {
      write("ciphertext-%03d.bin".formatted(i), 1);
    }

    NumberedFiles.Taken taken = take();

    assertThat(taken.count()).isEqualTo(1002);
    assertThat(taken.blobs()).isEmpty();
    assertThat(taken.fault()).contains("1002").contains("at most 3");
  }

  @Test
  void followsNoLinkAndTakesNoFolder() throws IOException {
    Path secret = Files.write(temporary.resolve("secret"), new byte[8]);
    Files.createSymbolicLink(out.resolve("000003/ciphertext-000.bin"), secret);

    assertThat(take().fault()).isEqualTo("out/000003/ciphertext-000.bin is a symbolic link");

    Files.delete(out.resolve("000003/ciphertext-000.bin"));
    Files.createDirectory(out.resolve("000003/ciphertext-000.bin"));

    assertThat(take().fault()).isEqualTo("out/000003/ciphertext-000.bin is a folder");
  }

  @Test
  void saysThatThereIsNoFolder() {
    assertThat(new NumberedFiles(out).take("000004", "plain", 3, Set.of(), target).fault())
        .isEqualTo("out/000004 is no folder");
  }

  @Test
  void takesKeysByTheirNamesAndNothingElse() throws IOException {
    write("public.bin", 4);
    write("relin_keys-0.bin", 4);

    assertThat(new NumberedFiles(out).takeKeys("000003", target).blobs())
        .extracting(Blob::name)
        .containsExactly("public.bin", "relin_keys-0.bin");

    write("Public.bin", 4);

    assertThat(new NumberedFiles(out).takeKeys("000003", target).fault())
        .contains("holds Public.bin");
  }
}
