package dev.assay.runner.agent;

import dev.assay.bundle.archive.ArchiveLimits;
import dev.assay.bundle.archive.ArchiveReader;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.Progress;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.check.Rejudging;
import dev.assay.runner.job.GivenJob;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourcePack;
import dev.assay.runner.source.SourceRequest;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.image.Images;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What one lease asks for, from fetching what it names to the last message in the spool.
final class JobWork {
  private static final long MOST_RUN_BYTES = 512L << 20;
  private static final long MOST_RECIPE_BYTES = 256L << 10;

  private final Spool spool;
  private final Lease lease;
  private final MachineServices machine;
  private final AgentMachine agentMachine;
  private final PlatformClient client;
  private final BundleCache bundles;
  private final LeaseKeeper keeper;
  private final AgentListener listener;
  private final Path scratch;

  JobWork(
      Spool spool,
      MachineServices machine,
      AgentMachine agentMachine,
      PlatformClient client,
      BundleCache bundles,
      LeaseKeeper keeper,
      AgentListener listener) {
    this.spool = spool;
    this.lease = spool.lease();
    this.machine = machine;
    this.agentMachine = agentMachine;
    this.client = client;
    this.bundles = bundles;
    this.keeper = keeper;
    this.listener = listener;
    this.scratch = spool.folder().resolve("scratch");
  }

  private boolean goesOn() {
    return !machine.cancellation().isRequested();
  }

  /// Does it. The spool ends with the run closed.
  ///
  /// @throws AssayException when the lease has to be given back, with the reason
  void execute() {
    try {
      requireHash();
      Files.createDirectories(scratch);
      listener.says(
          "job %s: fetching the bundle %s@%s"
              .formatted(lease.jobId(), lease.job().bundleName(), lease.job().bundleVersion()));
      Path bundle = bundles.require(lease.bundle(), client, this::goesOn);
      Map<String, Path> recipes = recipes();
      if (lease.rejudge() == null) {
        measure(bundle, recipes);
      } else {
        judgeAgain(lease.rejudge(), bundle, recipes);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The job's files could not be handled: %s".formatted(e), e);
    } finally {
      FolderTree.delete(scratch);
    }
  }

  private void requireHash() {
    String found = TextHash.of(JsonCodec.toJson(lease.job()));
    if (!found.equals(lease.jobHash())) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The job that came has the hash %s, where its lease says %s."
              .formatted(found, lease.jobHash()));
    }
    if (!lease.job().bundleHash().equals(lease.bundle().hash())) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The lease gives the bundle %s, where its job names %s."
              .formatted(lease.bundle().hash(), lease.job().bundleHash()));
    }
  }

  private Map<String, Path> recipes() {
    var recipes = new HashMap<String, Path>();
    for (Lease.ImageRecipe recipe : lease.recipes()) {
      Path file = scratch.resolve("recipe-%d.toml".formatted(recipes.size()));
      client.fetch(recipe.recipe(), file, MOST_RECIPE_BYTES, this::goesOn);
      recipes.put(recipe.image().digest(), file);
    }
    return recipes;
  }

  private Images images(ImageIdentity identity, Map<String, Path> recipes) {
    return new JobImages(
        machine.images(),
        identity,
        agentMachine.imageBuilder(),
        recipes,
        line -> stage("image " + identity.reference() + ": " + line));
  }

  private void measure(Path bundle, Map<String, Path> recipes) {
    Job job = lease.job();
    var recorder = new SpoolRecorder(spool, keeper::stopped, machine.clock());
    var given =
        new GivenJob(
            job,
            lease.runId(),
            source(),
            bundle,
            images(job.bundleImage(), recipes),
            images(job.solutionImage(), recipes),
            spool.folder().resolve("runs"),
            true);
    try {
      new JobRunner(machine).execute(given, new Listener(), recorder);
    } catch (AssayException e) {
      if (!recorder.isOpened()) {
        throw e;
      }
      recorder.closeAfter(e);
    }
    recorder
        .closed()
        .ifPresent(run ->
            listener.says(
                "job %s: %s%s"
                    .formatted(
                        lease.jobId(),
                        run.state().text(),
                        run.stateReason() == null ? "" : " (" + run.stateReason() + ")")));
  }

  private FrozenSource source() {
    Lease.SourceLocation location = lease.source();
    String commit = lease.job().source().commit();
    if (location == null || commit == null) {
      throw new AssayException(
          ErrorCode.INTERNAL, "The lease says nothing about where the code comes from.");
    }
    String path = lease.job().source().path();
    if (location.pack() != null) {
      Path pack = scratch.resolve("source.pack");
      client.fetch(location.pack(), pack, PackLimits.DEFAULT.pack().bytes(), this::goesOn);
      return new SourcePack(PackLimits.DEFAULT)
          .read(pack, scratch.resolve("git"), lease.job().source().repository(), commit, path);
    }
    if (location.url() == null || !location.url().matches("(?i)(https?|ssh|git)://.*")) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The lease gives no URL that code is fetched from: %s".formatted(location.url()));
    }
    // The platform looked at this address, and at no other.
    FrozenSource frozen =
        new SourceFreezer(scratch).freeze(new SourceRequest(location.url(), path, commit, false));
    return frozen instanceof FrozenSource.AtCommit atCommit
        ? atCommit.withoutRedirections()
        : frozen;
  }

  private void judgeAgain(Lease.Rejudge rejudge, Path bundle, Map<String, Path> recipes)
      throws IOException {
    Path file = scratch.resolve("run.json");
    client.fetch(rejudge.run(), file, MOST_RUN_BYTES, this::goesOn);
    Run run = JsonCodec.readRun(Files.readAllBytes(file), "the run that is judged again");
    RunFolder answers = RunFolder.of(scratch.resolve("run"));
    for (Lease.AnswersLocation location : rejudge.answers()) {
      requireName(location, run);
      Path archive = scratch.resolve("answers.tar.zst");
      client.fetch(location.blob(), archive, SpoolRecorder.MOST_ANSWERS.bytes(), this::goesOn);
      ArchiveReader.unpack(
          archive,
          answers.answers(location.point(), location.process()),
          ArchiveLimits.ANSWERS,
          ErrorCode.IO);
    }
    var services = machine.withImages(images(lease.job().bundleImage(), recipes));
    new Rejudging(services).judge(run, answers, bundle, this::judged);
    var closed =
        new Run(
            run.format(),
            lease.runId(),
            machine.version(),
            run.startedAt(),
            machine.clock().instant(),
            RunState.FINISHED,
            null,
            lease.job(),
            run.machine(),
            run.machineClass(),
            run.environment(),
            run.window(),
            run.seedSecret(),
            List.of(),
            run.build(),
            List.of());
    spool.append(number -> ReportMessage.closed(number, closed));
    listener.says("job %s: judged again".formatted(lease.jobId()));
  }

  /// Names become paths.
  private static void requireName(Lease.AnswersLocation location, Run run) {
    boolean known =
        run.points().stream()
            .anyMatch(point ->
                point.point().equals(location.point())
                    && location.process() >= 0
                    && location.process() <= point.retries().size());
    if (!known || !location.point().matches("[A-Za-z0-9._-]{1,64}")) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The lease has answers of process %d at point '%s', which the run does not have."
              .formatted(location.process(), location.point()));
    }
  }

  private void judged(PointResult point) {
    spool.append(number -> ReportMessage.rejudged(number, point));
    stage("judged " + point.point() + " again");
  }

  private void stage(String text) {
    Progress before = keeper.progress();
    keeper.progress(
        new Progress(
            text,
            before.point(),
            before.pointNumber(),
            lease.job().points().size(),
            before.done(),
            before.of()));
    listener.says("job %s: %s".formatted(lease.jobId(), text));
  }

  /// Keeps what the next heartbeat tells.
  private final class Listener implements RunListener {
    @Override
    public void stage(String text) {
      JobWork.this.stage(text);
    }

    @Override
    public void measured(String point, int done, int of) {
      progress("measuring", point, done, of);
    }

    @Override
    public void measuredAgain(String point, int retry, int done, int of) {
      progress("measuring again, retry %d".formatted(retry), point, done, of);
    }

    private void progress(String stage, String point, int done, int of) {
      List<String> names = lease.job().points().stream().map(one -> one.name()).toList();
      keeper.progress(new Progress(stage, point, names.indexOf(point) + 1, names.size(), done, of));
    }

    @Override
    public void point(PointResult result) {
      listener.says(
          "job %s: point %s is through (%d of %d)"
              .formatted(
                  lease.jobId(),
                  result.point(),
                  keeper.progress().pointNumber(),
                  lease.job().points().size()));
    }
  }
}
