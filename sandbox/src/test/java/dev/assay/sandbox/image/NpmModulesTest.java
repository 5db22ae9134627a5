package dev.assay.sandbox.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.FakePrograms;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With this machine's tar, and with an npm that packs what the test made.
class NpmModulesTest {
  private final FakePrograms programs = new FakePrograms("npm");
  private final List<String> lines = new ArrayList<>();
  @TempDir private Path folder;
  private Path packed;

  @BeforeEach
  void packsAPackage() throws IOException {
    Path content = Files.createDirectories(folder.resolve("content/package"));
    Files.writeString(content.resolve("package.json"), "{\"name\": \"@scope/one\"}");
    Files.setPosixFilePermissions(
        content.resolve("package.json"), PosixFilePermissions.fromString("rw-------"));
    packed = folder.resolve("one.tgz");
    var local = new LocalPrograms();
    local.execute(
        HostCommand.of(
            "tar",
            "-czf",
            packed.toString(),
            "-C",
            folder.resolve("content").toString(),
            "package"));
    programs.answer("npm pack", this::pack);
    programs.answer("tar ", local::execute);
    programs.answer("chmod ", local::execute);
  }

  private HostAnswer pack(HostCommand command) {
    Path destination =
        Path.of(command.command().get(command.command().indexOf("--pack-destination") + 1));
    try {
      Files.copy(packed, destination.resolve("scope-one-1.2.3.tgz"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new HostAnswer(0, false, "scope-one-1.2.3.tgz\n", "");
  }

  @Test
  void unpacksWhatNodeFindsAndEverybodyReads() throws IOException {
    fetch(new NpmPackage("@scope/one", "1.2.3", Integrity.ofFile(packed)));

    Path file = folder.resolve("npm/node_modules/@scope/one/package.json");
    assertThat(file).hasContent("{\"name\": \"@scope/one\"}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r--r--");
    assertThat(lines).containsExactly("fetching @scope/one@1.2.3 by npm");
    assertThat(programs.executed())
        .first()
        .asString()
        .contains("--ignore-scripts")
        .endsWith("-- @scope/one@1.2.3");
  }

  @Test
  void unpacksNothingOfWhatHasAnotherHash() throws IOException {
    String other = "sha512-" + "A".repeat(86) + "==";

    assertThatThrownBy(() -> fetch(new NpmPackage("@scope/one", "1.2.3", other)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_BUILD_FAILED))
        .hasMessageContaining(
            "@scope/one@1.2.3 came with the integrity " + Integrity.ofFile(packed))
        .hasMessageContaining("the recipe says " + other);
    assertThat(programs.executed()).noneMatch(command -> command.startsWith("tar"));
    assertThat(folder.resolve("npm")).satisfies(NpmModulesTest::holdsNoModule);
  }

  @Test
  void saysThatTheRegistryHasNoSuchPackage() throws IOException {
    programs.answer(
        "npm pack",
        command ->
            new HostAnswer(
                1,
                false,
                "",
                "npm error code E404\nnpm error 404 Not Found - GET none\nnpm error A complete log\n"));

    assertThatThrownBy(() -> fetch(new NpmPackage("@scope/one", "1.2.3", Integrity.ofFile(packed))))
        .hasMessageContaining("npm could not fetch @scope/one@1.2.3")
        .hasMessageContaining("404 Not Found - GET none. The registry has no such package");
  }

  @Test
  void saysHowToInstallNpm() throws IOException {
    var item = new NpmPackage("one", "1.2.3", Integrity.ofFile(packed));
    var modules = new NpmModules(new FakePrograms());

    assertThatThrownBy(() -> modules.fetch(List.of(item), folder, lines::add))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROGRAM_MISSING))
        .hasMessageContaining("one@1.2.3")
        .hasMessageContaining("apt-get install");
  }

  private void fetch(NpmPackage item) throws IOException {
    new NpmModules(programs).fetch(List.of(item), folder.resolve("npm/node_modules"), lines::add);
  }

  private static void holdsNoModule(Path folder) {
    assertThat(folder.resolve("node_modules")).doesNotExist();
  }
}
