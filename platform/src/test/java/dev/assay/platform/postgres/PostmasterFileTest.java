package dev.assay.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostmasterFileTest {
  private static final List<String> WHOLE =
      List.of("4711", "/data", "1796022849", "40001", "", "127.0.0.1", "  8847  16", "ready   ");

  @Test
  void readsWhatPostgresWrites() {
    assertThat(PostmasterFile.parse(WHOLE)).contains(new PostmasterFile(4711, 40001, true));
    assertThat(PostmasterFile.parse(WHOLE.subList(0, 7)))
        .contains(new PostmasterFile(4711, 40001, false));
  }

  @Test
  void ignoresWhatIsHalfWritten() {
    assertThat(PostmasterFile.parse(WHOLE.subList(0, 2))).isEmpty();
    assertThat(PostmasterFile.parse(List.of("", "", "", ""))).isEmpty();
  }

  @Test
  void doesNotTakeAnotherProcessForTheServer() {
    var own = new PostmasterFile(ProcessHandle.current().pid(), 1, true);

    assertThat(own.isServerOf(Path.of("/proc"))).isFalse();
    assertThat(own.isServerOf(Path.of("").toAbsolutePath())).isTrue();
  }
}
