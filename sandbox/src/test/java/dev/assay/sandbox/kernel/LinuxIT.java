package dev.assay.sandbox.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinuxIT {
  @TempDir Path folder;

  @BeforeEach
  void needRoot() {
    assumeTrue(Linux.effectiveUser() == 0, "mounting needs root");
  }

  @Test
  void mountsAndUnmounts() throws Exception {
    Linux.mount("tmpfs", folder, "tmpfs", Set.of(MountFlag.NO_DEVICES), "size=1m,mode=700");
    try {
      var use = Linux.statfs(folder);

      assertThat(use.type()).isEqualTo(0x01021994);
      assertThat(use.totalBytes()).isEqualTo(1 << 20);
    } finally {
      Linux.unmount(folder);
    }
    assertThatThrownBy(() -> Linux.unmount(folder))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(KernelException.class))
        .returns(Errno.EINVAL, KernelException::errno);
  }

  @Test
  void bindsAFolderReadOnly() throws Exception {
    var source = Files.createDirectory(folder.resolve("source"));
    var target = Files.createDirectory(folder.resolve("target"));
    Files.writeString(source.resolve("file"), "text");
    Linux.mount(source.toString(), target, "", Set.of(MountFlag.BIND), null);
    try {
      Linux.mount(
          "", target, "", Set.of(MountFlag.BIND, MountFlag.REMOUNT, MountFlag.READ_ONLY), null);

      assertThat(target.resolve("file")).hasContent("text");
      assertThatThrownBy(() -> Files.createFile(target.resolve("other")))
          .hasMessageContaining("Read-only file system");
    } finally {
      Linux.detach(target);
    }
  }

  @Test
  void changesOwnersOfLinksThemselves() throws Exception {
    var file = Files.createFile(folder.resolve("file"));
    var link = Files.createSymbolicLink(folder.resolve("link"), file);

    Linux.changeOwner(link, 12_345, 54_321);

    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(0);
    assertThat(Files.getAttribute(link, "unix:uid", java.nio.file.LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(12_345);
  }
}
