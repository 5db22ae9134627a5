package dev.assay.sandbox.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.FakePrograms;
import dev.assay.sandbox.host.HostAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetUpTest {
  private static final String DEBIAN =
      "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n";

  private final FakePrograms programs = new FakePrograms("apt-get", "mount", "mkfs.ext4");
  private final List<String> said = new ArrayList<>();
  @TempDir private Path root;

  @Test
  void doesNothingWhereNothingIsMissing() throws IOException {
    release(DEBIAN);
    completeFiles();
    completePrograms();

    boolean installed = setUp(true).install(said::add);

    assertThat(installed).isFalse();
    assertThat(said).isEmpty();
    assertThat(programs.executed()).noneMatch(command -> command.startsWith("apt-get"));
  }

  @Test
  void saysWhatItInstallsAndInstallsItOnDebianAsRoot() throws IOException {
    release(DEBIAN);
    completeFiles();
    programs.answer(
        "apt-get install",
        command -> {
          completePrograms();
          return new HostAnswer(0, false, "", "");
        });

    boolean installed = setUp(true).install(said::add);

    assertThat(installed).isTrue();
    assertThat(said)
        .containsExactly(
            "this machine lacks podman, runc, mmdebstrap, a C compiler with a static libc;"
                + " installing by apt-get: podman runc mmdebstrap gcc libc6-dev");
    assertThat(programs.executed())
        .containsSubsequence(
            "apt-get update -q",
            "apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 podman runc"
                + " mmdebstrap gcc libc6-dev");
  }

  @Test
  void takesCrunForRunc() throws IOException {
    release(DEBIAN);
    completeFiles();
    completePrograms();
    var without = new FakePrograms("podman", "crun", "mount", "mkfs.ext4", "mmdebstrap", "cc");
    without.answer("/usr/bin/cc", "/usr/lib/libc.a\n");

    assertThat(new SetUp(without, root, true).missing()).isEmpty();
  }

  @Test
  void asksForRootInOneSentence() throws IOException {
    release(DEBIAN);
    completeFiles();

    assertThatThrownBy(() -> setUp(false).install(said::add))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROGRAM_MISSING))
        .hasMessage(
            "this machine lacks podman, runc, mmdebstrap, a C compiler with a static libc, and Assay"
                + " installs only as root; type: sudo apt-get install --no-install-recommends -y"
                + " podman runc mmdebstrap gcc libc6-dev");
    assertThat(programs.executed()).noneMatch(command -> command.startsWith("apt-get"));
  }

  @ParameterizedTest
  @CsvSource({
    "fedora,,dnf install -y podman runc mmdebstrap",
    "rocky,rhel centos fedora,dnf install -y podman runc mmdebstrap",
    "opensuse-leap,suse opensuse,zypper install -y podman runc",
    "arch,,pacman -S --noconfirm podman runc",
    "alpine,,apk add podman runc",
    "linuxmint,ubuntu debian,apt-get install --no-install-recommends -y podman runc mmdebstrap",
  })
  void saysWhatToTypeElsewhere(String id, String like, String command) throws IOException {
    release("ID=%s\nID_LIKE=\"%s\"\n".formatted(id, like == null ? "" : like));
    completeFiles();

    assertThatThrownBy(() -> setUp(true).install(said::add))
        .hasMessageContaining("type: " + command)
        .hasMessageContaining("does not install by itself");
    assertThat(programs.executed()).noneMatch(executed -> executed.contains("install"));
  }

  @Test
  void namesTheNeedsOnASystemItDoesNotKnow() {
    assertThatThrownBy(() -> setUp(true).install(said::add))
        .hasMessageStartingWith("this machine (this system) lacks podman (keeps images), runc");
  }

  @Test
  void saysThatTheMachineIsOffline() throws IOException {
    release(DEBIAN);
    completeFiles();
    programs.answer(
        "apt-get install",
        command ->
            new HostAnswer(
                100,
                false,
                "",
                "Err:1 Temporary failure resolving\nE: Unable to locate package podman\n"));

    assertThatThrownBy(() -> setUp(true).install(said::add))
        .hasMessageStartingWith("this machine cannot reach its package archive")
        .hasMessageEndingWith(
            "once it can, type: apt-get install --no-install-recommends -y podman runc mmdebstrap gcc"
                + " libc6-dev");
  }

  @Test
  void doesNotBelieveAnInstallationThatChangedNothing() throws IOException {
    release(DEBIAN);
    completeFiles();

    assertThatThrownBy(() -> setUp(true).install(said::add)).hasMessageContaining("still missing");
  }

  private SetUp setUp(boolean superuser) {
    return new SetUp(programs, root, superuser);
  }

  private void completePrograms() {
    programs.install("podman", "runc", "mmdebstrap", "cc");
    programs.answer("/usr/bin/cc -print-file-name=libc.a", "/usr/lib/x86_64-linux-gnu/libc.a\n");
  }

  private void completeFiles() throws IOException {
    write("usr/share/containers/seccomp.json", "{}");
    write("usr/share/keyrings/debian-archive-keyring.gpg", "");
  }

  private void release(String text) throws IOException {
    write("etc/os-release", text);
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
