package dev.assay.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.protocol.RunnerRegistration;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationTest {
  private static final URI PLATFORM = URI.create("https://assay.example.org");

  @TempDir private Path home;

  @Test
  void letsOneProcessInAtATime() {
    try (var _ = Registration.open(home, PLATFORM)) {
      assertThatThrownBy(() -> Registration.open(home, PLATFORM))
          .hasMessageContaining("Another runner for https://assay.example.org is at work");
      Registration.open(home, URI.create("https://other.example.org")).close();
    }

    Registration.open(home, PLATFORM).close();
  }

  @Test
  void keepsItsKeyForItsUserAlone() throws IOException {
    var accepted = new RunnerRegistration.Accepted("r1", "name", "main", "secret");
    try (var registration = Registration.open(home, PLATFORM)) {
      assertThat(registration.find()).isEmpty();
      registration.keep(accepted);
      registration.keep(accepted);
    }

    try (var registration = Registration.open(home, PLATFORM);
        Stream<Path> files = Files.walk(home)) {
      assertThat(registration.find()).contains(accepted);
      Path key = files.filter(file -> file.endsWith("key.json")).findFirst().orElseThrow();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void hasTheSameMachineIdAtEachStart() {
    var random = new SecureRandom();
    Path root = home.resolve("root-without-id");
    String drawn;
    try (var registration = Registration.open(home, PLATFORM)) {
      drawn = registration.machineId(root, random);
    }

    try (var registration = Registration.open(home, PLATFORM)) {
      assertThat(registration.machineId(root, random)).isEqualTo(drawn).hasSize(32);
    }
  }
}
