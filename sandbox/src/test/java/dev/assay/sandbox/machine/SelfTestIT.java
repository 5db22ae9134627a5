package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.runc.NativeProgram;
import dev.assay.sandbox.runc.RuncSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The self-test in the sandbox of this machine.
class SelfTestIT {
  @TempDir private Path folder;

  @Test
  void passesHereAndLeavesNothingBehind() throws IOException {
    if (Linux.effectiveUser() != 0) {
      abort("the sandbox needs root");
    }
    Path home = folder.resolve("home");
    var programs = new LocalPrograms();
    var progress = new ArrayList<String>();
    int cores = Linux.affinity(ProcessHandle.current().pid()).size();

    SelfTest.Outcome outcome;
    try (var sandbox =
        RuncSandbox.open(home, HostControlGroups.detect(), programs, new Cancellation())) {
      outcome =
          new SelfTest(
                  sandbox,
                  NativeProgram.SELF_TEST.require(home, programs),
                  home,
                  Files.createDirectory(folder.resolve("scratch")),
                  cores,
                  new Cancellation())
              .execute(progress::add);
    }

    assertThat(outcome.findings())
        .extracting(MachineFinding::subject)
        .containsExactly(
            "endless loop",
            "escape",
            "child out of memory",
            "two threads",
            "known spin",
            "noise floor");
    assertThat(progress).hasSize(6);
    // Causes do not depend on what else runs here.
    assertThat(outcome.findings().subList(1, 3))
        .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.FINE));
    assertThat(outcome.findings()).allSatisfy(SelfTestIT::isFineUnlessDisturbed);
    assertThat(Objects.requireNonNull(outcome.noiseFloor()).wallNanos()).hasSize(30);
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(folder.toString());
    assertThat(claims(home)).isEmpty();
  }

  /// Times may be disturbed by other programs, which the finding then says; nothing may be unfit.
  private static void isFineUnlessDisturbed(MachineFinding finding) {
    assertThat(finding.level()).as(finding.toString()).isNotEqualTo(Level.UNFIT);
    if (finding.level() == Level.WARNING) {
      assertThat(finding.text()).matches(".*other programs used [0-9.]+ (ms|s) of the same.*");
    }
  }

  private static List<Path> claims(Path home) throws IOException {
    try (var files = Files.list(home.resolve("claims"))) {
      return files.toList();
    }
  }
}
