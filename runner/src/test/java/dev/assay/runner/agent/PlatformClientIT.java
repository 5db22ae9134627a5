package dev.assay.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.runner.testkit.FakePlatform;
import dev.assay.runner.testkit.FakePlatform.Fault;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real connections, which break in every way.
class PlatformClientIT {
  private static final Heartbeat HEARTBEAT = new Heartbeat("instance", "job", 1, null);

  @TempDir private Path folder;
  private final List<Duration> waits = new CopyOnWriteArrayList<>();
  private FakePlatform platform;
  private PlatformClient client;

  @BeforeEach
  void open() throws IOException {
    platform = FakePlatform.start();
    client = client(platform.address());
  }

  @AfterEach
  void close() {
    platform.close();
  }

  private PlatformClient client(URI address) {
    return new PlatformClient(
        address, FakePlatform.KEY, new Random(1), waits::add, (failure, wait) -> {});
  }

  @Test
  void endsAConnectionWhoseOtherEndIsGone() {
    platform.faults(_ -> Fault.HALF_OPEN);

    assertFails(() -> client.heartbeat(HEARTBEAT), ErrorCode.UNREACHABLE);
  }

  @Test
  void saysWhatThePlatformSaid() {
    platform.loseLease();

    assertFails(() -> client.heartbeat(HEARTBEAT), ErrorCode.LEASE_LOST);
    assertFails(
        () -> client.register(new RunnerRegistration("bad", "name")), ErrorCode.NOT_AUTHENTICATED);
    assertFails(
        () -> client(URI.create("http://127.0.0.1:1")).heartbeat(HEARTBEAT), ErrorCode.UNREACHABLE);
  }

  @Test
  void waitsAtLeastAsLongAsThePlatformAsks() {
    var calls = new AtomicInteger();
    platform.faults(_ -> calls.incrementAndGet() < 4 ? Fault.BUSY : Fault.NONE);

    assertThat(client.claim(new Claim("instance", 0, null), () -> true)).isEmpty();
    assertThat(waits)
        .hasSize(3)
        .allSatisfy(wait -> assertThat(wait).isGreaterThanOrEqualTo(Duration.ofSeconds(1)));
  }

  @Test
  void holdsAFileToItsHash() throws IOException {
    String hash = platform.put("content".getBytes(StandardCharsets.UTF_8));
    Path target = folder.resolve("file");
    var calls = new AtomicInteger();
    platform.faults(_ -> calls.incrementAndGet() < 3 ? Fault.CUT : Fault.NONE);

    client.fetch(hash, target, 100, () -> true);

    assertThat(target).hasContent("content");
    assertFails(() -> client.fetch("0".repeat(64), target, 100, () -> true), ErrorCode.NOT_FOUND);
    assertThat(Files.exists(target)).isTrue();
  }

  private static void assertFails(Runnable call, ErrorCode code) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(AssayException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
