package dev.assay.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.testkit.FakeJobs;
import dev.assay.runner.testkit.FakePlatform;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A runner on the real sandbox, with a platform in memory whose answers are spoilt.
class RunnerAgentIT {
  @TempDir private Path folder;
  private HomeMachine machine;
  private FakePlatform platform;
  private AgentFixture runner;

  @BeforeEach
  void open() throws IOException {
    machine = HomeMachine.open(folder);
    platform = FakePlatform.start();
    runner = new AgentFixture(machine, platform);
  }

  @AfterEach
  void close() {
    platform.close();
    machine.close();
  }

  private Lease offer(String job, String... points) throws IOException {
    Path bundle = FaultyFixture.bundle(folder, List.of(points), FaultyFixture.SHORT_LIMITS);
    Path solution = FaultyFixture.solution(folder, List.of(points));
    Lease lease = FakeJobs.plan(platform, folder, solution, bundle, job, null);
    platform.offer(lease);
    return lease;
  }

  private List<ReportMessage> requireWhole(Lease lease) {
    List<ReportMessage> messages = platform.messages(lease.runId());
    assertThat(platform.conflicts()).isEmpty();
    assertThat(messages).as(String.join("\n", runner.said)).isNotEmpty();
    assertThat(messages)
        .extracting(ReportMessage::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, messages.size()).boxed().toList());
    assertThat(messages.getFirst().opened()).isNotNull();
    assertThat(messages.getLast().closed()).isNotNull();
    return messages;
  }

  private static Run closed(List<ReportMessage> messages) {
    return Objects.requireNonNull(messages.getLast().closed());
  }

  private static List<ReportMessage.Measured> measured(List<ReportMessage> messages) {
    return messages.stream().map(ReportMessage::measured).filter(Objects::nonNull).toList();
  }

  private List<Path> spools() throws IOException {
    try (var registration = runner.register();
        var files = Files.list(registration.spool())) {
      return files.toList();
    }
  }

  @Test
  void measuresAnExampleFromItsPackToItsEnd() throws IOException {
    Lease lease =
        FakeJobs.plan(
            platform,
            folder,
            Folders.repository().resolve("examples/solutions/polymul-schoolbook-python"),
            Folders.repository().resolve("examples/bundles/polymul-negacyclic"),
            "example",
            List.of("N16-W30"));
    platform.offer(lease);

    runner.once();

    List<ReportMessage> messages = requireWhole(lease);
    assertThat(closed(messages).state()).isEqualTo(RunState.FINISHED);
    assertThat(closed(messages).job()).isEqualTo(lease.job());
    var point = messages.stream().map(ReportMessage::point).filter(Objects::nonNull).toList();
    assertThat(point).hasSize(1);
    assertThat(measured(messages)).hasSameSizeAs(point.getFirst().cases());
    assertThat(point.getFirst().cases()).extracting(CaseResult::status).containsOnly(Status.OK);
    assertThat(messages.stream().map(ReportMessage::file).filter(Objects::nonNull))
        .extracting(ReportMessage.KeptFile::name)
        .contains("answers/N16-W30/0.tar.zst", "logs/N16-W30.make.log");
    assertThat(platform.heartbeats()).isNotEmpty();
    assertThat(platform.surrenders()).isEmpty();
    assertThat(spools()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyCaseArrivesOnceOverABadLine(long seed) throws IOException {
    Lease lease = offer("bad-line", "a", "b", "c");
    var random = new Random(seed);
    FakePlatform.Fault[] kinds = {
      FakePlatform.Fault.DONE_UNANSWERED,
      FakePlatform.Fault.DROPPED,
      FakePlatform.Fault.BROKEN,
      FakePlatform.Fault.CUT,
      FakePlatform.Fault.DOUBLED,
      FakePlatform.Fault.BUSY
    };
    platform.faults(call ->
        !call.path().equals("claim") && random.nextInt(3) == 0
            ? kinds[random.nextInt(kinds.length)]
            : FakePlatform.Fault.NONE);

    runner.once();

    List<ReportMessage> messages = requireWhole(lease);
    assertThat(measured(messages)).hasSize(9);
    assertThat(
            measured(messages).stream().map(one -> one.point() + one.result().index()).distinct())
        .hasSize(9);
    assertThat(spools()).isEmpty();
  }

  @Test
  void goesOnMeasuringWhileThePlatformIsAway() throws Exception {
    Lease lease = offer("away", "a", "b", "c");
    var reports = new AtomicInteger();
    platform.faults(call ->
        call.path().equals("report") && reports.incrementAndGet() < 8
            ? FakePlatform.Fault.DROPPED
            : FakePlatform.Fault.NONE);

    runner.once();

    assertThat(measured(requireWhole(lease))).hasSize(9);
  }

  @Test
  void surrendersWhatIsNotWhatThePlanSays() throws IOException {
    Lease lease = offer("other", "a");
    Job job = lease.job();
    var other =
        new dev.assay.core.run.Source(
            job.source().repository(), ".", job.source().commit(), "0".repeat(64));
    var changed = withSource(job, other);
    platform.offer(
        new Lease(
            "changed",
            1,
            "changed-1",
            TextHash.of(JsonCodec.toJson(changed)),
            changed,
            lease.source(),
            lease.bundle(),
            List.of(),
            null,
            lease.end()));

    runner.once();
    runner.once();

    assertThat(platform.messages("changed-1")).isEmpty();
    assertThat(platform.surrenders()).hasSize(1);
    assertThat(platform.surrenders().getFirst().reason()).contains("source.treeHash is 000");
  }

  private static Job withSource(Job job, dev.assay.core.run.Source source) {
    return new Job(
        job.implementation(),
        source,
        job.language(),
        job.solutionImage(),
        job.bundleName(),
        job.bundleVersion(),
        job.bundleTitle(),
        job.bundleHash(),
        job.bundleImage(),
        job.protocol(),
        job.points(),
        job.seeds(),
        job.barSample(),
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        job.requires(),
        job.retryDisturbed());
  }

  @Test
  void stopsWithinFiveSecondsOfACancellation() throws Exception {
    Lease lease = offer("cancelled", slow(20));
    Thread agent = Thread.ofPlatform().start(runner::once);
    await(() -> !measured(platform.messages(lease.runId())).isEmpty());

    long begin = System.nanoTime();
    platform.cancel();
    await(() -> platform.messages(lease.runId()).getLast().closed() != null);

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    agent.join();
    assertThat(closed(requireWhole(lease)).state()).isEqualTo(RunState.CANCELLED);
  }

  @Test
  void stopsWhenItsLeaseIsLostAndLeavesNothing() throws Exception {
    Lease lease = offer("lost", slow(20));
    Thread agent = Thread.ofPlatform().start(runner::once);
    await(() -> !measured(platform.messages(lease.runId())).isEmpty());

    platform.loseLease();
    agent.join();

    assertThat(closed(requireWhole(lease)).state()).isEqualTo(RunState.PLATFORM_ERROR);
    assertThat(platform.surrenders()).isEmpty();
    assertThat(spools()).isEmpty();
  }

  @Test
  void givesItsJobBackWhenItIsStopped() throws Exception {
    Lease lease = offer("stopped", slow(20));
    try (var registration = runner.register()) {
      RunnerAgent agent = runner.agent(registration, new RunnerOptions(false, null));
      Thread thread = Thread.ofPlatform().start(agent::execute);
      await(() -> !measured(platform.messages(lease.runId())).isEmpty());

      agent.stop();
      thread.join();
    }

    Run run = closed(requireWhole(lease));
    assertThat(run.state()).isEqualTo(RunState.PLATFORM_ERROR);
    assertThat(run.stateReason()).isEqualTo("the runner was stopped");
  }

  @Test
  void sendsWhatItMeasuredWhenItsDiskIsFull() throws Exception {
    Path small = Files.createDirectories(machine.home().resolve("runner"));
    var programs = new LocalPrograms();
    HostAnswer mounted =
        programs.execute(
            HostCommand.of("mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", small.toString()));
    assertThat(mounted.succeeded()).as(mounted.errors()).isTrue();
    try {
      Lease lease = offer("full", slow(20));
      Thread agent = Thread.ofPlatform().start(runner::once);
      await(() -> !measured(platform.messages(lease.runId())).isEmpty());

      fill(small.resolve("filler"));
      agent.join();

      List<ReportMessage> messages = requireWhole(lease);
      assertThat(closed(messages).state()).isEqualTo(RunState.PLATFORM_ERROR);
      assertThat(closed(messages).stateReason()).contains("No space left");
      assertThat(measured(messages)).isNotEmpty();
      assertThat(spools()).isEmpty();
    } finally {
      programs.execute(HostCommand.of("umount", "-l", small.toString()));
    }
  }

  private static void fill(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  @Test
  void endsWhenItIsIdleAndWhenThePlatformSpeaksAnotherProtocol() {
    try (var registration = runner.register()) {
      runner.agent(registration, new RunnerOptions(false, Duration.ofMillis(300))).execute();
      platform.protocol(2);

      assertThatThrownBy(() -> runner.agent(registration, new RunnerOptions(false, null)).execute())
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_MISMATCH));
    }
  }

  @Test
  void worksWithAClockThatIsAnHourOffAndSaysSo() throws Exception {
    platform.clockOffset(Duration.ofHours(1));
    Lease lease = offer("clock", "a");

    runner.once();

    requireWhole(lease);
    assertThat(runner.said).anyMatch(line -> line.contains("behind the platform's"));
  }

  @Test
  void judgesKeptAnswersAgain() throws Exception {
    Lease lease = offer("first", "a", "b");
    runner.once();
    List<ReportMessage> messages = requireWhole(lease);
    var points = messages.stream().map(ReportMessage::point).filter(Objects::nonNull).toList();
    Run closed = closed(messages);
    Run run =
        closed.with(
            closed.endedAt(), RunState.FINISHED, null, closed.stages(), closed.build(), points);
    var answers = new ArrayList<Lease.AnswersLocation>();
    for (ReportMessage message : messages) {
      var file = message.file();
      if (file != null && file.name().startsWith("answers/")) {
        answers.add(new Lease.AnswersLocation(file.name().split("/", -1)[1], 0, file.blob()));
      }
    }
    Path archive = folder.resolve("again.tar.zst");
    Path bundle = folder.resolve("bundle");
    ArchiveWriter.writeBundle(bundle, archive);
    assertThat(ContentHash.ofBundle(bundle)).isEqualTo(lease.job().bundleHash());
    Lease again =
        FakeJobs.lease(
            platform,
            "again",
            lease.job(),
            null,
            archive,
            new Lease.Rejudge(platform.put(JsonCodec.toBytes(run)), answers));
    platform.offer(again);

    runner.once();

    List<ReportMessage> judged = platform.messages("again-1");
    assertThat(judged).as(String.join("\n", runner.said)).hasSize(3);
    assertThat(judged.stream().map(ReportMessage::rejudged).filter(Objects::nonNull).toList())
        .isEqualTo(points);
    assertThat(closed(judged).points()).isEmpty();
    assertThat(closed(judged).state()).isEqualTo(RunState.FINISHED);
  }

  private static String[] slow(int count) {
    return IntStream.range(0, count).mapToObj(i -> "slow." + i).toArray(String[]::new);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
  }
}
