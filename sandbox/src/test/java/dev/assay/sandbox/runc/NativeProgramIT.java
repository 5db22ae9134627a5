package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeProgramIT {
  @TempDir Path home;

  @Test
  void isBuiltOnceFromItsSource() throws Exception {
    Path first = NativeProgram.LAUNCHER.require(home, new LocalPrograms());
    var built = Files.getLastModifiedTime(first);
    Path second = NativeProgram.LAUNCHER.require(home, new NoPrograms());

    assertThat(second).isEqualTo(first).isExecutable();
    assertThat(Files.getLastModifiedTime(second)).isEqualTo(built);
    assertThat(first.toString()).matches(".*/launcher/[0-9a-f]{64}/launcher");
  }

  @Test
  void saysThatACompilerIsMissing() {
    assertThatThrownBy(() -> NativeProgram.LAUNCHER.require(home, new NoPrograms()))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("apt-get install gcc libc6-dev")
        .extracting(failure -> ((AssayException) failure).code())
        .isEqualTo(ErrorCode.PROGRAM_MISSING);
  }

  /// A machine without any program.
  private static final class NoPrograms implements HostPrograms {
    @Override
    public HostAnswer execute(HostCommand command) {
      throw new AssayException(ErrorCode.PROGRAM_MISSING, command.toText());
    }

    @Override
    public Optional<Path> find(String program) {
      return Optional.empty();
    }
  }
}
