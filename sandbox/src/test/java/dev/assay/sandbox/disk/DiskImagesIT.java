package dev.assay.sandbox.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With mkfs.ext4 and the loop devices of this machine. Needs root.
class DiskImagesIT {
  private static final DataSize SIXTEEN = DataSize.ofMebibytes(16);

  private final HostPrograms programs = new LocalPrograms();
  @TempDir private Path folder;

  @BeforeEach
  void needsRoot() {
    assumeThat(System.getProperty("user.name")).as("mounting needs root").isEqualTo("root");
    assumeThat(programs.find("mkfs.ext4")).as("mkfs.ext4").isPresent();
  }

  @Test
  void holdsWhatItPromisesAndNotMuchMore() throws IOException {
    try (DiskImage image = new DiskImages(programs, folder).create("out", SIXTEEN, 1000)) {
      assertThat(image.mountPoint()).isEmptyDirectory();
      assertThat(image.usedBytes()).isZero();

      Files.write(image.mountPoint().resolve("full"), new byte[16 << 20]);

      assertThat(image.usedBytes()).isBetween(16L << 20, (16L << 20) + 65536);
      assertThatThrownBy(() -> Files.write(image.mountPoint().resolve("more"), new byte[40 << 20]))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left");
      assertThat(mounts()).contains("nosuid,nodev");
    }
    assertThat(folder).isEmptyDirectory();
    assertThat(mounts()).doesNotContain(folder.toString());
    assertThat(loops()).doesNotContain(folder.toString());
  }

  @Test
  void wipesTwoHundredThousandFiles() {
    try (DiskImage image =
        new DiskImages(programs, folder).create("many", DataSize.ofMebibytes(64), 250_000)) {
      perl(
          image.mountPoint(),
          "for my $d (1..20) { mkdir $d; for (1..10000) { open F, '>', \"$d/$_\" or die } }");

      image.wipe();

      assertThat(image.mountPoint()).isEmptyDirectory();
    }
  }

  @Test
  void wipesDeepFoldersAndOddNamesAndLeavesWhatLinksPointTo() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "kept");
    try (DiskImage image =
        new DiskImages(programs, folder).create("odd", DataSize.ofMebibytes(64), 20_000)) {
      perl(
          image.mountPoint(),
          """
          mkdir 'deep'; chdir 'deep'; my $n = 'd' x 250; for (1..3000) { mkdir $n; chdir $n }
          chdir '%s'; open F, '>', "a\\xff\\xfe\\n b"; mkdir "\\xc3"; open F, '>', "\\xc3/\\x01";
          symlink '%s', 'link'; symlink '/', 'root'; mkdir 'sealed'; open F, '>', 'sealed/x';
          chmod 0, 'sealed'; system 'mkfifo', 'pipe'; open F, '>', '-rf'; link '-rf', 'again';
          mkdir 'moved-0'; open F, '>', 'moved-0/x';
          """
              .formatted(image.mountPoint(), outside));

      image.wipe();

      assertThat(image.mountPoint()).isEmptyDirectory();
    }
    assertThat(outside).hasContent("kept");
  }

  @Test
  void sweepsWhatADeadOwnerLeft() throws IOException {
    var images = new DiskImages(programs, folder);
    DiskImage image = images.create("dead", SIXTEEN, 100);
    DiskImage living = images.create("living", SIXTEEN, 100);
    Path mark = folder.resolve("dead.999999999-1");
    Files.createDirectory(mark);
    Files.move(
        folder.resolve(image.mountPoint().getFileName() + ".img"), folder.resolve(mark + ".img"));
    programs.execute(
        HostCommand.of("mount", "--move", image.mountPoint().toString(), mark.toString()));

    images.sweep();

    assertThat(mark).doesNotExist();
    assertThat(mounts()).doesNotContain("dead.999999999-1");
    assertThat(living.mountPoint()).exists();
    image.close();
    living.close();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void closesWhileSomethingUsesIt() throws Exception {
    DiskImage image = new DiskImages(programs, folder).create("busy", SIXTEEN, 100);
    Process user = new ProcessBuilder("sleep", "60").directory(image.mountPoint().toFile()).start();

    image.close();

    assertThat(folder).isEmptyDirectory();
    user.destroyForcibly().waitFor();
    assertThat(mounts()).doesNotContain(folder.toString());
  }

  @Test
  void saysThatMakingTheFileSystemFailed() {
    HostPrograms failing = new FailingMkfs(programs);

    assertThatThrownBy(() -> new DiskImages(failing, folder).create("bad", SIXTEEN, 100))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNFIT))
        .hasMessageContaining("mkfs.ext4 ended with exit code 1: bad magic");
    assertThat(folder).isEmptyDirectory();
  }

  private record FailingMkfs(HostPrograms programs) implements HostPrograms {
    @Override
    public HostAnswer execute(HostCommand command) {
      return command.program().equals("mkfs.ext4")
          ? new HostAnswer(1, false, "", "bad magic\n")
          : programs.execute(command);
    }

    @Override
    public Optional<Path> find(String program) {
      return programs.find(program);
    }
  }

  private void perl(Path in, String program) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of("perl", "-e", "chdir '%s' or die; %s".formatted(in, program))
                .within(Duration.ofMinutes(2)));
    assertThat(answer.succeeded()).as(answer.errors()).isTrue();
  }

  private static String mounts() throws IOException {
    return Files.readString(Path.of("/proc/self/mountinfo"));
  }

  private String loops() {
    return programs.execute(HostCommand.of("losetup", "-a")).output();
  }
}
