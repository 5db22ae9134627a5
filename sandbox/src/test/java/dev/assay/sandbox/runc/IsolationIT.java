package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IsolationIT {
  @TempDir Path folder;
  private SandboxFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = SandboxFixture.open(folder);
  }

  @AfterEach
  void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private String output(String script) throws Exception {
    var result = fixture.execute("sh", "-c", script);
    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    return fixture.logText().strip();
  }

  @Test
  void refusesWhatReachesOutOfTheSandbox() throws Exception {
    String probe = fixture.compile("probe", Programs.PROBE);

    assertThat(fixture.ending(probe)).isEqualTo(new Ending.Exited(0));
    Map<String, Integer> refused = new TreeMap<>();
    for (String line : fixture.logText().lines().toList()) {
      int equals = line.indexOf('=');
      refused.put(line.substring(0, equals), Integer.valueOf(line.substring(equals + 1)));
    }

    assertThat(refused).hasSize(36);
    assertThat(refused.remove("unix")).isZero();
    assertThat(refused).doesNotContainValue(0);
    assertThat(refused)
        .containsEntry("inet", 97)
        .containsEntry("vsock", 97)
        .containsEntry("io_uring", 38)
        .containsEntry("clone3", 38)
        .containsEntry("ptrace", 1)
        .containsEntry("add_key", 1)
        .containsEntry("unshare-user", 1)
        .containsEntry("clone-user", 1)
        .containsEntry("launcher", 13)
        .containsEntry("proc-1", 2);
  }

  private static final int ENOTTY = 25;
  private static final int ENOSYS = 38;
  private static final int EAFNOSUPPORT = 97;

  /// What a refusal may say. Another error means that a call was let in and did not like its
  /// arguments.
  private static final Set<Integer> REFUSALS =
      Set.of(
          Errno.EPERM,
          Errno.ENOENT,
          Errno.ESRCH,
          Errno.ENXIO,
          Errno.EACCES,
          Errno.ENOTDIR,
          Errno.EROFS,
          ENOTTY,
          ENOSYS,
          EAFNOSUPPORT);

  @Test
  void letsNothingOutAndTellsNothing() throws Exception {
    String secret = "secret-" + ProcessHandle.current().pid();
    Path file = Files.writeString(folder.resolve(secret), secret);
    Path out = Files.createDirectories(folder.resolve("out"));
    Linux.changeOwner(out, fixture.sandbox.programUser(), fixture.sandbox.programUser());
    fixture.restart(Mount.writable(out, "/work/out"));
    String attack = fixture.compile("attack", attackProgram());

    var ending = fixture.ending(attack, "reach", secret, file.toString());

    assertThat(ending).isEqualTo(new Ending.Exited(0));
    List<String> lines = fixture.logText().lines().toList();
    assertThat(lines).endsWith("end nothing").hasSizeGreaterThan(380);
    assertThat(lines).allMatch(line -> line.endsWith(" nothing") || isRefusal(line));
    assertThat(fixture.logText()).doesNotContain(file.toString() + " DONE");
  }

  private static boolean isRefusal(String line) {
    var matcher = Pattern.compile("\\S+ refused (\\d+)").matcher(line);
    return matcher.matches() && REFUSALS.contains(Integer.valueOf(matcher.group(1)));
  }

  @Test
  void leavesNothingOfAnyKindForTheNextProcess() throws Exception {
    String attack = fixture.compile("attack", attackProgram());
    assertThat(output(attack + " leave; sleep 0.1; " + attack + " find"))
        .contains("shm DONE", "sem DONE", "msg DONE", "mq DONE", "shm_open DONE")
        .contains("file:/tmp/left DONE", "abstract-socket DONE", "process DONE");

    assertThat(output(attack + " find").lines()).hasSize(19).allMatch(l -> l.endsWith(" nothing"));

    fixture.restart();
    assertThat(output(attack + " find").lines()).hasSize(19).allMatch(l -> l.endsWith(" nothing"));
  }

  private static String attackProgram() throws IOException {
    try (var program = IsolationIT.class.getResourceAsStream("attack.c")) {
      return new String(Objects.requireNonNull(program).readAllBytes(), UTF_8);
    }
  }

  @Test
  void givesProgramsAUserWithoutRights() throws Exception {
    assertThat(output("grep -E '^(Cap|Uid|Gid|Groups|NoNewPrivs|Seccomp:)' /proc/self/status"))
        .isEqualTo(
            """
            Uid:\t99002\t99002\t99002\t99002
            Gid:\t99002\t99002\t99002\t99002
            Groups:\t
            CapInh:\t0000000000000000
            CapPrm:\t0000000000000000
            CapEff:\t0000000000000000
            CapBnd:\t0000000000000000
            CapAmb:\t0000000000000000
            NoNewPrivs:\t1
            Seccomp:\t2\
            """
                .replace("Groups:\t\n", "Groups:\t \n"));
  }

  @Test
  void givesSetUserIdProgramsNoRights() throws Exception {
    Path program = fixture.programs.resolve("identity");
    fixture.compile(
        "identity",
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf(\"%d\\n\", geteuid()); }");
    Linux.changeMode(program, 04755);

    assertThat(output("/programs/identity")).isEqualTo("99002");
  }

  @Test
  void showsNoProcessesButItsOwn() throws Exception {
    assertThat(output("ls /proc | grep -E '^[0-9]+$' | wc -l; echo $PPID"))
        .matches("[2345]\n0|[2345]\n1");
    assertThat(output("cat /proc/self/cgroup | sed 's/.*://' | sort -u")).isEqualTo("/");
  }

  @Test
  void startsWithCleanDescriptorsAndSignals() throws Exception {
    assertThat(output("ls /proc/self/fd")).isEqualTo("0\n1\n2\n3");
    assertThat(output("grep -E '^Sig(Blk|Ign)' /proc/self/status"))
        .isEqualTo("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000");
    assertThat(output("ulimit -c; ulimit -n")).isEqualTo("0\n4096");
    assertThat(output("nproc")).isEqualTo("1");
  }

  @Test
  void leavesNothingForTheNextProcess() throws Exception {
    output(
        "echo a > /tmp/file; echo a > /dev/shm/file; python3 -c 'import ctypes; c = ctypes.CDLL(None); print(c.shmget(77, 4096, 0o1666)); print(c.mq_open(b\"/queue\", 0o102, 0o666, None))'");

    assertThat(
            output(
                "ls -A /tmp /dev/shm /dev/mqueue; cat /proc/sysvipc/shm | wc -l; cat /proc/mounts | grep -c ' /tmp '"))
        .isEqualTo("/dev/mqueue:\n\n/dev/shm:\n\n/tmp:\n1\n2");
  }

  @Test
  void boundsScratchSpace() throws Exception {
    fixture.scratch = dev.assay.core.unit.DataSize.ofMebibytes(4);

    assertThat(output("head -c 9M /dev/zero > /tmp/f; stat -c %s /tmp/f"))
        .endsWith("4194304")
        .contains("No space left");
    assertThat(output("head -c 9M /dev/zero > /dev/shm/f; stat -c %s /dev/shm/f"))
        .endsWith("4194304");
  }

  @Test
  void mountsWhatItIsTold() throws Exception {
    Path readable = Files.createDirectories(folder.resolve("in"));
    Path writable = Files.createDirectories(readable.resolve("out"));
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(readable.resolve("file"), "text\n");
    Linux.changeOwner(other, fixture.sandbox.programUser(), fixture.sandbox.programUser());
    fixture.restart(
        Mount.writable(other, "/work/out"),
        Mount.readOnly(readable, "/work"),
        Mount.readOnly(readable.resolve("file"), "/etc/the-file"));

    assertThat(
            output(
                "cat /work/file /etc/the-file; echo a > /work/out/answer; touch /work/b 2>/dev/null || echo refused"))
        .isEqualTo("text\ntext\nrefused");
    assertThat(other.resolve("answer")).hasContent("a\n");
    assertThat(writable).isEmptyDirectory();
  }

  @Test
  void sharesTheHostsNetworkWhenAsked() throws Exception {
    assertThat(output("ls /sys/class/net | tr '\\n' ' '")).isEqualTo("lo");

    fixture.network = true;
    fixture.restart();

    assertThat(output("ls /sys/class/net | wc -l; python3 -c 'import socket; socket.socket()'"))
        .isNotEqualTo("0");
  }
}
