package dev.assay.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.Run;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private static final Run RUN = Runs.full();

  @TempDir private Path folder;
  private Spool spool;

  @BeforeEach
  void create() {
    spool = Spool.create(folder, lease());
  }

  private static Lease lease() {
    return new Lease(
        "job",
        1,
        "job-1",
        "hash",
        RUN.job(),
        null,
        new Lease.BundleLocation("archive", 1, "hash"),
        List.of(),
        null,
        Instant.EPOCH);
  }

  private static ReportMessage measured(long number) {
    return ReportMessage.measured(
        number, new ReportMessage.Measured("point", 0, RUN.points().getFirst().cases().getFirst()));
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      spool.append(SpoolTest::measured);
    }
  }

  @Test
  void numbersMessagesFromOneWithoutGaps() {
    append(3);

    assertThat(spool.next()).extracting(ReportMessage::sequence).containsExactly(1L, 2L, 3L);
  }

  @Test
  void survivesItsProcess() {
    append(3);

    Spool again = Spool.reopen(spool.folder());

    assertThat(again.next()).isEqualTo(spool.next());
    assertThat(again.lease()).isEqualTo(spool.lease());
    assertThat(again.isClosed()).isFalse();
  }

  @Test
  void takesATornLastLineAway() throws IOException {
    append(3);
    Path file = spool.folder().resolve("messages.jsonl");
    long whole = Files.size(file);
    Files.writeString(file, "{\"sequence\":4,\"meas", StandardOpenOption.APPEND);

    Spool again = Spool.reopen(spool.folder());
    again.append(SpoolTest::measured);

    assertThat(again.next()).extracting(ReportMessage::sequence).containsExactly(1L, 2L, 3L, 4L);
    assertThat(Files.size(file)).isGreaterThan(whole);
    assertThat(Spool.reopen(spool.folder()).size()).isEqualTo(4);
  }

  @Test
  void takesZerosOfAPowerFailureAway() throws IOException {
    append(2);
    Files.write(
        spool.folder().resolve("messages.jsonl"), new byte[4096], StandardOpenOption.APPEND);

    assertThat(Spool.reopen(spool.folder()).size()).isEqualTo(2);
  }

  @Test
  void sendsFromTheFirstThatWasNotAcknowledged() {
    append(5);

    spool.acknowledge(List.of(1L, 2L, 4L));

    assertThat(spool.next()).extracting(ReportMessage::sequence).containsExactly(3L, 4L, 5L);
    Spool again = Spool.reopen(spool.folder());
    assertThat(again.acknowledged()).isEqualTo(2);
  }

  @Test
  void boundsABatch() {
    append(501);

    assertThat(spool.next()).hasSize(500);
  }

  @Test
  void knowsThatARunIsClosed() {
    spool.append(number -> ReportMessage.closed(number, RUN));

    assertThat(spool.isClosed()).isTrue();
    assertThat(Spool.reopen(spool.folder()).isClosed()).isTrue();
    assertThatThrownBy(() -> append(1)).isInstanceOf(IllegalStateException.class);
  }
}
