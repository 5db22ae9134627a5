package dev.assay.sandbox.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With podman and mmdebstrap of this machine, and Debian's archive when the image is not there.
class ImageBuilderIT {
  private static final Recipe CORE = Recipe.read(Path.of("../images/core.toml"));

  private final HostPrograms programs = new LocalPrograms();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  @TempDir private Path folder;

  @BeforeEach
  void needsRootAndPrograms() {
    assumeThat(System.getProperty("user.name")).as("podman as root").isEqualTo("root");
    assumeThat(programs.find("podman")).as("podman").isPresent();
    assumeThat(programs.find("mmdebstrap")).as("mmdebstrap").isPresent();
  }

  @Test
  void buildsCoreOnceAndMountsItByNameAndByDigest() {
    BuiltImage first = new ImageBuilder(programs, folder).build(CORE, false, lines::add);

    BuiltImage second = new ImageBuilder(programs, folder).build(CORE, false, lines::add);

    assertThat(second.fresh()).isFalse();
    assertThat(second.digest()).isEqualTo(first.digest()).matches("sha256:[0-9a-f]{64}");
    assertThat(second.packages()).isEqualTo(first.packages()).anyMatch(l -> l.startsWith("gcc "));
    assertThat(folder).isEmptyDirectory();
    try (var images = new PodmanImages(programs, folder)) {
      Image image = images.require("localhost/assay/core");
      assertThat(image.identity().digest()).isEqualTo(first.digest());
      assertThat(image.root().resolve("usr/bin/python3")).exists();
      assertThat(image.root().resolve("usr/bin/cmake")).exists();
      assertThat(image.root().resolve("etc/apt/sources.list")).doesNotExist();
      assertThat(image.environment()).containsEntry("LANG", "C.UTF-8").containsKey("PATH");
      Image pinned = images.require("localhost/assay/core@" + first.digest());
      assertThat(pinned.identity().digest()).isEqualTo(first.digest());
      assertThat(pinned.root()).isEqualTo(image.root());
    }
    assertThat(folder).isEmptyDirectory();
  }

  /// Takes minutes.
  @Test
  @Tag("soak")
  void givesTheSameDigestTwice() {
    BuiltImage first = new ImageBuilder(programs, folder).build(CORE, false, lines::add);

    BuiltImage second =
        new ImageBuilder(programs, folder.resolve("another/place"), new AptSources(folder))
            .build(CORE, true, lines::add);

    assertThat(second.fresh()).isTrue();
    assertThat(second.packages()).isEqualTo(first.packages());
    assertThat(second.digest()).isEqualTo(first.digest());
  }

  /// Takes minutes, and needs npm and its registry.
  @Test
  @Tag("soak")
  void givesTheSameDigestTwiceWithPackagesOfNpm() {
    assumeThat(programs.find("npm")).as("npm").isPresent();
    Recipe recipe = Recipe.read(Path.of("../images/fhe.toml"));
    BuiltImage first = new ImageBuilder(programs, folder).build(recipe, true, lines::add);

    BuiltImage second =
        new ImageBuilder(programs, folder.resolve("another/place")).build(recipe, true, lines::add);

    assertThat(second.packages()).contains("node-seal 5.1.6 npm");
    assertThat(second.digest()).isEqualTo(first.digest());
  }

  /// As after a kill -9: mounts, and a program that still builds.
  @Test
  void takesAwayWhatAKilledBuildLeft() throws Exception {
    Path left = folder.resolve("build.1-1");
    Path proc = Files.createDirectories(left.resolve("mmdebstrap.x/proc"));
    assertThat(
            programs
                .execute(HostCommand.of("mount", "-t", "proc", "proc", proc.toString()))
                .succeeded())
        .isTrue();
    var builder = new ProcessBuilder("sleep", "1000");
    builder.environment().put("TMPDIR", left.toString());
    Process building = builder.start();
    var recipe = new Recipe("localhost/assay/nothing", "nosuchsuite", List.of(), Map.of());

    assertThatThrownBy(() -> new ImageBuilder(programs, folder).build(recipe, false, lines::add))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_BUILD_FAILED));

    assertThat(building.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(folder).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(left.toString());
  }

  @Test
  void saysHowToBuildAnImageThatIsNotThere() {
    try (var images = new PodmanImages(programs, folder)) {
      assertThatThrownBy(() -> images.require("localhost/assay/nothing:9"))
          .isInstanceOfSatisfying(
              AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND))
          .hasMessageContaining("assay image build images/nothing.toml");
    }
  }

  @Test
  void saysWhyAPackageCannotBeHad() {
    var recipe = new Recipe("localhost/assay/nothing", "nosuchsuite", List.of(), Map.of());

    assertThatThrownBy(() -> new ImageBuilder(programs, folder).build(recipe, false, lines::add))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_BUILD_FAILED))
        .hasMessageContaining("mmdebstrap");
    assertThat(Files.exists(folder.resolve("oci"))).isFalse();
  }

  @Test
  void givesBackTheMountOfAKilledProcess() throws Exception {
    new ImageBuilder(programs, folder).build(CORE, false, lines::add);
    String id =
        programs
            .execute(
                HostCommand.of("podman", "image", "inspect", "--format", "{{.Id}}", CORE.name()))
            .output()
            .strip();
    programs.execute(HostCommand.of("podman", "image", "mount", id));
    Files.createFile(folder.resolve("image." + id + ".999999999-1"));

    new PodmanImages(programs, folder).close();

    assertThat(folder).isEmptyDirectory();
  }
}
