package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SeccompListTest {
  private static final String LIST =
      """
      {"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": 38, "defaultErrno": "ENOSYS",
       "archMap": [{"architecture": "SCMP_ARCH_X86_64", "subArchitectures": ["SCMP_ARCH_X86"]},
                   {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": ["SCMP_ARCH_ARM"]}],
       "syscalls": [
         {"names": ["read"], "action": "SCMP_ACT_ALLOW", "args": [], "includes": {}, "excludes": {}},
         {"names": ["arch_prctl"], "action": "SCMP_ACT_ALLOW", "args": [],
          "includes": {"arches": ["amd64"]}, "excludes": {}},
         {"names": ["bpf"], "action": "SCMP_ACT_ALLOW", "args": [],
          "includes": {"caps": ["CAP_SYS_ADMIN"]}, "excludes": {}},
         {"names": ["bpf"], "action": "SCMP_ACT_ERRNO", "args": [], "errnoRet": 1,
          "includes": {}, "excludes": {"caps": ["CAP_SYS_ADMIN"]}},
         {"names": ["socket"], "action": "SCMP_ACT_ALLOW",
          "args": [{"index": 0, "value": 16, "valueTwo": 0, "op": "SCMP_CMP_NE"}],
          "includes": {}, "excludes": {}}]}
      """;

  @TempDir Path folder;

  private String oci(String machine, Set<String> capabilities) throws Exception {
    Path file = Files.writeString(folder.resolve("seccomp.json"), LIST);
    return SeccompList.read(file, machine).toOci(capabilities).toString();
  }

  @Test
  void settlesArchitecturesAndCapabilities() throws Exception {
    assertThat(oci("amd64", Set.of("CAP_SYS_ADMIN")))
        .isEqualTo(
            "{\"defaultAction\":\"SCMP_ACT_ERRNO\",\"defaultErrnoRet\":38,"
                + "\"architectures\":[\"SCMP_ARCH_X86_64\",\"SCMP_ARCH_X86\"],\"syscalls\":["
                + "{\"names\":[\"read\"],\"action\":\"SCMP_ACT_ALLOW\"},"
                + "{\"names\":[\"arch_prctl\"],\"action\":\"SCMP_ACT_ALLOW\"},"
                + "{\"names\":[\"bpf\"],\"action\":\"SCMP_ACT_ALLOW\"},"
                + "{\"names\":[\"socket\"],\"action\":\"SCMP_ACT_ALLOW\",\"args\":"
                + "[{\"index\":0,\"value\":16,\"valueTwo\":0,\"op\":\"SCMP_CMP_NE\"}]}]}");
    assertThat(oci("aarch64", Set.of()))
        .contains(
            "SCMP_ARCH_AARCH64",
            "{\"names\":[\"bpf\"],\"action\":\"SCMP_ACT_ERRNO\",\"errnoRet\":1}")
        .doesNotContain("arch_prctl");
  }

  @Test
  void saysWhatToDoWhereTheListIsAbsent() {
    var missing = folder.resolve("missing.json");

    assertThatThrownBy(() -> SeccompList.read(missing, "amd64"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("apt-get install");
    assertThatThrownBy(() -> SeccompList.read(missing, "riscv64")).hasMessageContaining("riscv64");
  }
}
