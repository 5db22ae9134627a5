package dev.assay.platform.judge;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.judge.RejudgingRepository.Item;
import dev.assay.platform.judge.RejudgingRepository.SetRow;
import dev.assay.platform.store.PublicId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Judging kept answers again with a newer verifier, as a set: looked at before it is applied,
/// applied as a whole or dropped. One set of a benchmark is open at a time.
///
/// Times are not measured again: a runner makes the cases anew, gives the kept answers to the new
/// verifier, and the new bar judges what it says. Old verdicts stay.
public final class Rejudgings {
  private final Jdbi jdbi;
  private final Blobs blobs;
  private final PublicId ids;
  private final RejudgeQueue queue;
  private final RunDocumentSource runs;

  public Rejudgings(
      Jdbi jdbi, Blobs blobs, PublicId ids, RejudgeQueue queue, RunDocumentSource runs) {
    this.jdbi = jdbi;
    this.blobs = blobs;
    this.ids = ids;
    this.queue = queue;
    this.runs = runs;
  }

  /// What is asked for.
  ///
  /// @param version whose verifier judges
  /// @param from versions whose runs are judged again; absent for all that were published before
  public record RejudgeAsk(String version, @Nullable List<String> from) {}

  /// Makes a set and queues a job for each run of it.
  ///
  /// @throws AssayException `NOT_FOUND`; `NOT_ALLOWED` unless the caller is the benchmark's host or
  ///   an operator; `CONFLICT` when another set is open, or no run can be judged again
  public RejudgingView create(Caller caller, String benchmark, RejudgeAsk ask) {
    String id =
        jdbi.inTransaction(handle -> {
          var found =
              RejudgingRepository.findBenchmark(
                      handle, benchmark, caller.accountKey(), caller.seesAll())
                  .filter(RejudgingRepository.Benchmark::isVisible)
                  .orElseThrow(() -> notFound("benchmark", benchmark));
          requireHost(caller, found.ownerKey(), benchmark);
          var version =
              RejudgingRepository.findVersion(handle, found.key(), ask.version())
                  .orElseThrow(() -> notFound("version of " + benchmark, ask.version()));
          return create(handle, caller, found.key(), version, ask);
        });
    return view(caller, id);
  }

  private String create(
      Handle handle,
      Caller caller,
      long benchmark,
      RejudgingRepository.Version version,
      RejudgeAsk ask) {
    BundleSpec spec = JsonCodec.read(bytes(version.spec()), BundleSpec.class, version.version());
    List<String> from = ask.from() == null ? List.of() : ask.from();
    String id = ids.next();
    long set =
        RejudgingRepository.insertSet(handle, id, benchmark, version.key(), caller.accountKey())
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.CONFLICT,
                    "The rejudging %s of this benchmark is open: apply or drop it first."
                        .formatted(RejudgingRepository.findOpen(handle, benchmark))));
    int items = 0;
    for (var candidate : RejudgingRepository.candidates(handle, benchmark, version.key(), from)) {
      Job old = JsonCodec.read(bytes(candidate.document()), Job.class, "a stored job");
      if (fits(old, spec)) {
        enqueue(
            handle, caller, benchmark, version, set, candidate.runKey(), job(old, version, spec));
        items++;
      }
    }
    if (items == 0) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "No run can be judged again with version %s: none of an older version has a verdict, kept answers, and points and signature that the version still has."
              .formatted(version.version()));
    }
    return id;
  }

  /// The inputs have to be the same, and those come from points and seeds.
  private static boolean fits(Job old, BundleSpec spec) {
    return old.points().stream()
            .allMatch(point -> spec.findPoint(point.name()).filter(point::equals).isPresent())
        && old.protocol() == spec.protocol();
  }

  private static Job job(Job old, RejudgingRepository.Version version, BundleSpec spec) {
    return new Job(
        old.implementation(),
        old.source(),
        old.language(),
        old.solutionImage(),
        old.bundleName(),
        version.version(),
        version.title(),
        version.hash(),
        new ImageIdentity(version.imageReference(), version.imageDigest()),
        old.protocol(),
        old.points(),
        old.seeds(),
        spec.sample(),
        spec.bar(),
        spec.score(),
        old.limits(),
        spec.bundleLimits(),
        old.requires(),
        old.retryDisturbed(),
        old.procedure(),
        old.encrypted());
  }

  private void enqueue(
      Handle handle,
      Caller caller,
      long benchmark,
      RejudgingRepository.Version version,
      long set,
      long runKey,
      Job job) {
    String blob = blobs.store(runs.load(runKey));
    long item = RejudgingRepository.insertItem(handle, set, runKey, blob);
    String document = JsonCodec.toJson(job);
    queue.enqueue(
        handle,
        new RejudgeQueue.NewRejudge(
            benchmark,
            version.key(),
            caller.accountKey(),
            item,
            job,
            document,
            TextHash.of(document)));
  }

  /// The set with a preview of what applying it would change.
  public RejudgingView view(Caller caller, String id) {
    return jdbi.inTransaction(handle -> {
      SetRow set = requireSet(handle, caller, id);
      RejudgingRepository.refresh(handle, set.key());
      return view(handle, requireSet(handle, caller, id));
    });
  }

  /// Adds the new verdicts, all in one transaction.
  ///
  /// @throws AssayException `CONFLICT` when runners are still at it, or it was decided before
  public RejudgingView apply(Caller caller, String id) {
    return decide(caller, id, "applied");
  }

  /// Lets the old verdicts stand, and cancels what is still queued.
  public RejudgingView drop(Caller caller, String id) {
    return decide(caller, id, "dropped");
  }

  private RejudgingView decide(Caller caller, String id, String decision) {
    return jdbi.inTransaction(handle -> {
      SetRow set = requireSet(handle, caller, id);
      RejudgingRepository.refresh(handle, set.key());
      String state = RejudgingRepository.lockSet(handle, set.key());
      boolean isApplied = decision.equals("applied");
      if (state.equals(decision)) {
        return view(handle, set);
      }
      if (!state.equals("ready") && (isApplied || !state.equals("judging"))) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "The rejudging %s is %s, so it cannot be %s.".formatted(id, state, decision));
      }
      if (isApplied) {
        insertVerdicts(handle, set);
      } else {
        List<String> open =
            RejudgingRepository.items(handle, set.key()).stream()
                .filter(Item::isOpen)
                .map(Item::jobId)
                .toList();
        queue.cancel(handle, open, caller.accountKey());
      }
      RejudgingRepository.decide(handle, set.key(), decision, caller.accountKey());
      return view(handle, requireSet(handle, caller, id));
    });
  }

  private static void insertVerdicts(Handle handle, SetRow set) {
    Map<Long, Item> items = items(handle, set);
    for (var point : RejudgingRepository.points(handle, set.key())) {
      Item item = Objects.requireNonNull(items.get(point.itemKey()));
      if (isThrough(item)) {
        RunJudging.judgePoint(
            handle, judged(set, item), point.pointNo(), result(point.document()), set.key());
      }
    }
  }

  /// A run whose runner gave up half way counts as not judged again.
  private static boolean isThrough(Item item) {
    return item.reason() == null && item.jobState().equals("finished");
  }

  private static RejudgingView view(Handle handle, SetRow set) {
    Map<Long, Item> items = items(handle, set);
    var changes = new ArrayList<RejudgingView.Change>();
    int unchanged = 0;
    for (var point : RejudgingRepository.points(handle, set.key())) {
      Item item = Objects.requireNonNull(items.get(point.itemKey()));
      PointResult result = result(point.document());
      Verdict after = RunJudging.verdictOf(judged(set, item), result);
      if (!isThrough(item)) {
        continue;
      }
      if (after.outcome() == point.before().outcome()) {
        unchanged++;
      } else {
        changes.add(
            new RejudgingView.Change(
                item.runId(), item.implementation(), result.point(), point.before(), after));
      }
    }
    return new RejudgingView(
        set.id(),
        set.benchmark(),
        set.version(),
        set.state(),
        set.createdAt(),
        set.decidedAt(),
        items.size(),
        (int) items.values().stream().filter(item -> !item.isOpen()).count(),
        unchanged,
        changes,
        failures(items));
  }

  private static List<RejudgingView.Failure> failures(Map<Long, Item> items) {
    return items.values().stream()
        .flatMap(item ->
            Optional.ofNullable(item.reason())
                .map(reason -> new RejudgingView.Failure(item.runId(), reason))
                .stream())
        .toList();
  }

  private static Map<Long, Item> items(Handle handle, SetRow set) {
    var items = new LinkedHashMap<Long, Item>();
    RejudgingRepository.items(handle, set.key()).forEach(item -> items.put(item.key(), item));
    return items;
  }

  private static JudgedRun judged(SetRow set, Item item) {
    Run opened = JsonCodec.read(bytes(item.opened()), Run.class, item.runId());
    return new JudgedRun(
        item.runKey(),
        item.implementationKey(),
        set.versionKey(),
        item.machineClass(),
        opened.window(),
        JsonCodec.read(bytes(item.document()), Job.class, item.jobId()));
  }

  private static PointResult result(String document) {
    return JsonCodec.read(bytes(document), PointResult.class, "a point that was judged again");
  }

  private static SetRow requireSet(Handle handle, Caller caller, String id) {
    SetRow set =
        RejudgingRepository.findSet(handle, id, caller.accountKey(), caller.seesAll())
            .filter(SetRow::isVisible)
            .orElseThrow(() -> notFound("rejudging", id));
    requireHost(caller, set.ownerKey(), set.benchmark());
    return set;
  }

  private static void requireHost(Caller caller, long ownerKey, String benchmark) {
    if (caller.accountKey() != ownerKey && !caller.seesAll()) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "Only the host of %s and operators judge its runs again.".formatted(benchmark));
    }
  }

  private static AssayException notFound(String what, String name) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "There is no %s '%s'.".formatted(what, SafeText.shown(name)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
