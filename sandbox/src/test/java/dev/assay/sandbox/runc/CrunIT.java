package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrunIT {
  @TempDir Path folder;

  @Test
  void takesThePlaceOfRuncWhereThatIsMissing() throws Exception {
    assumeTrue(new LocalPrograms().find("crun").isPresent(), "crun is not on this machine");
    assumeFalse(
        HostControlGroups.detect().version().startsWith("hybrid"),
        "crun refuses hosts with both versions of control groups");
    try (var fixture = SandboxFixture.open(folder, new WithoutRunc())) {
      assertThat(fixture.sandbox.runtime()).isEqualTo("crun");
      assertThat(fixture.ending("/bin/true")).isEqualTo(new Ending.Exited(0));
      assertThat(fixture.ending("sh", "-c", "kill -SEGV $$")).isEqualTo(new Ending.Signaled(11));

      var killed =
          fixture.execute(Duration.ofMillis(200), SandboxFixture.LONG, "sleep", "100").ending();

      RuncSandboxIT.killed(killed, Limit.WALL);
    }
  }

  /// This machine, but for runc.
  private static final class WithoutRunc implements HostPrograms {
    private final HostPrograms programs = new LocalPrograms();

    @Override
    public HostAnswer execute(HostCommand command) {
      return programs.execute(command);
    }

    @Override
    public Optional<Path> find(String program) {
      return program.equals("runc") ? Optional.empty() : programs.find(program);
    }
  }
}
