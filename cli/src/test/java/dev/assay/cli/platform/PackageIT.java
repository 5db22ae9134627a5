package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.archive.ArchiveLimits;
import dev.assay.bundle.archive.ArchiveReader;
import dev.assay.cli.CommandFixture;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The reproduction package of a run that a runner measured for a platform, derived again when both
/// are gone.
class PackageIT {
  @TempDir private static Path folder;
  private static CommandFixture command;
  private static Path archive;
  private static String log = "";
  private static String job = "";

  @BeforeAll
  static void download() throws Exception {
    command = CommandFixture.open(folder);
    archive = folder.resolve("run.tar.zst");
    PlatformFixture platform = PlatformFixture.serving();
    try {
      job = platform.submit(PlatformFixture.QUICK.subList(0, 2));
      platform.runner("first");
      new Books(platform).requireEnded(job, "finished");
      String run = "/api/v1/runs/%s/package".formatted(platform.run(job));
      Files.write(archive, platform.api().load(run));
      log = Files.readString(platform.log());
    } finally {
      platform.close();
    }
  }

  @Test
  void isDerivedAgainFromTheFile() {
    var result = command.assay("verify", archive);

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("point plain.0, verdicts: 3 answers judged again", "all hold");
  }

  @Test
  void isDerivedAgainFromTheFolder() throws Exception {
    var result = command.assay("verify", unpacked("whole"));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).contains("point plain.1, inputs: 3 cases made again", "all hold");
  }

  @Test
  void isFoundOutWhenAnAnswerWasChanged() throws Exception {
    Path run = unpacked("forged");
    Path answer = first(run.resolve("answers"), ".bin");
    byte[] bytes = Files.readAllBytes(answer);
    bytes[0] ^= 1;
    Files.write(answer, bytes);

    var result = command.assay("verify", run);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("FAIL", "answers: not what the run records");
  }

  /// What an operator follows a job by.
  @Test
  void leftItsTraceInThePlatformsLog() {
    assertThat(log.lines().filter(line -> line.contains("\"job\":\"%s\"".formatted(job))))
        .anyMatch(line -> line.contains("queued"))
        .anyMatch(line -> line.contains("claimed") && line.contains("\"runner\":\"first\""))
        .anyMatch(line -> line.contains("\"run\":\"%s-1\"".formatted(job)))
        .anyMatch(line -> line.contains("closed as finished"));
  }

  private static Path unpacked(String name) throws Exception {
    Path target = folder.resolve(name);
    ArchiveReader.unpack(archive, target, ArchiveLimits.BUNDLE, ErrorCode.RUN_INVALID);
    return first(target, "run.json").resolveSibling("").toAbsolutePath().normalize();
  }

  private static Path first(Path below, String suffix) throws Exception {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(path -> path.toString().endsWith(suffix))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }
}
