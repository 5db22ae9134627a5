package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.disk.DiskImage;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The host's own root in place of an image, and folders of the host that the program may write.
final class HostRootIT {
  @TempDir Path folder;
  private SandboxFixture fixture;
  private Path owned;

  @BeforeEach
  void open() throws IOException {
    fixture = SandboxFixture.open(folder);
    owned = Files.createDirectory(folder.resolve("owned"));
    Files.setPosixFilePermissions(owned, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void restart(Mount... mounts) throws IOException {
    var all = new ArrayList<Mount>();
    all.addAll(
        HostRoot.mounts(folder.resolve("home"), Files.createDirectories(folder.resolve("empty"))));
    all.addAll(List.of(mounts));
    fixture.restart(HostRoot.image(), all);
  }

  @Test
  void executesAProgramOfTheHost() throws Exception {
    restart();

    assertThat(fixture.ending("/bin/true")).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.ending("sh", "-c", "test -r /etc/passwd")).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void showsNothingThatOnlyRootMayRead() throws Exception {
    restart();

    fixture.execute(
        "sh",
        "-c",
        "cat /etc/shadow; ls /root; ls -A /run; ls -A %s; echo x > /etc/x; echo x > /var/tmp/x"
            .formatted(folder));

    assertThat(fixture.logText().lines())
        .hasSize(5)
        .allMatch(line ->
            line.contains("Permission denied")
                || line.contains("Read-only file system")
                || line.contains("No such file or directory")
                || line.contains("Directory nonexistent"));
  }

  @Test
  void showsNoDiskOfAnotherJob() throws Exception {
    Path home = Files.createTempDirectory(Path.of("/var/tmp"), "assay-test-home");
    var disks = new DiskImages(new LocalPrograms(), home.resolve("work"));
    try (DiskImage disk = disks.create("other", DataSize.ofMebibytes(32), 100)) {
      Files.writeString(disk.mountPoint().resolve("secret"), "of another job");
      Path empty = Files.createDirectories(folder.resolve("empty"));
      fixture.restart(HostRoot.image(), HostRoot.mounts(home, empty));

      fixture.execute("sh", "-c", "ls -A %s >&2; ls %s".formatted(home, disk.mountPoint()));

      assertThat(fixture.logText().lines()).singleElement().asString().contains("No such file");
      fixture.container.close();
    } finally {
      FolderTree.delete(home);
    }
  }

  @Test
  void writesInAFolderOfTheHostAsItsOwner() throws Exception {
    Path target = owned.toRealPath();
    Files.writeString(owned.resolve("old"), "old\n");
    Files.setPosixFilePermissions(
        owned.resolve("old"), PosixFilePermissions.fromString("rw-------"));
    restart(Mount.asOwner(target, target.toString()));

    ProcessResult result =
        fixture.execute(
            "sh",
            "-c",
            "cd %s && cat old >&2 && echo new > new && echo more >> old".formatted(target));

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.logText()).isEqualTo("old\n");
    assertThat(Files.readString(owned.resolve("old"))).isEqualTo("old\nmore\n");
    assertThat(Files.readString(owned.resolve("new"))).isEqualTo("new\n");
    assertThat(Files.getAttribute(owned.resolve("new"), "unix:uid")).isEqualTo(0);
    assertThat(Files.getAttribute(owned.resolve("new"), "unix:gid")).isEqualTo(0);
  }

  @Test
  void readsAsTheOwnerAndWritesNothing() throws Exception {
    Files.writeString(owned.resolve("secret"), "known\n");
    Files.setPosixFilePermissions(
        owned.resolve("secret"), PosixFilePermissions.fromString("rw-------"));
    restart(Mount.readAsOwner(owned, "/srv"));

    fixture.execute("sh", "-c", "cat /srv/secret; echo x > /srv/x");

    assertThat(fixture.logText()).startsWith("known\n").contains("Read-only file system");
    assertThat(owned.resolve("x")).doesNotExist();
  }

  @Test
  void leavesNoProgramBehindThatGivesRightsAway() throws Exception {
    restart(Mount.asOwner(owned, "/srv"));

    fixture.execute(
        "sh",
        "-c",
        "cp /bin/true /srv/t; chmod 4755 /srv/t; chmod 2755 /srv/t; chmod u+s /srv/t;"
            + " perl -e 'use Fcntl; sysopen(F, \"/srv/n\", O_CREAT|O_WRONLY, 04755) or warn $!'");

    assertThat((int) Files.getAttribute(owned.resolve("t"), "unix:mode") & 06000).isZero();
    assertThat(owned.resolve("n")).doesNotExist();
  }

  @Test
  void mountsBelowAFolderThatProgramsMayNotEnter() throws Exception {
    Path closed = Files.createDirectories(folder.resolve("image"));
    restart(Mount.readOnly(closed, "/root/project"));

    assertThat(fixture.ending("sh", "-c", "cd /root/project && test \"$(ls -A /root)\" = project"))
        .isEqualTo(new Ending.Exited(0));
  }

  @Test
  void keepsAMountInTheScratchFolder() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(data.resolve("file"), "here");
    restart(
        Mount.readOnly(data, "/tmp/a/data"), Mount.readOnly(data.resolve("file"), "/dev/shm/f"));

    fixture.execute(
        "sh", "-c", "cat /tmp/a/data/file /dev/shm/f; echo x > /tmp/a/data/x; echo y > /tmp/y");
    fixture.execute("sh", "-c", "cat /tmp/a/data/file; ls /tmp >&2; echo x > /dev/shm/f");

    assertThat(fixture.logText()).startsWith("herea\n").contains("Read-only file system");
    assertThat(Files.readString(data.resolve("file"))).isEqualTo("here");
  }
}
