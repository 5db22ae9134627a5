package dev.assay.runner.encrypted;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Signature;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Status;
import dev.assay.core.wire.ReportedParameters;
import dev.assay.runner.encrypted.Ledger.Clock;
import dev.assay.runner.point.Answer;
import dev.assay.runner.point.AnswerCollector;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.point.Conversation;
import dev.assay.runner.point.DisturbedRetries;
import dev.assay.runner.point.DueCase;
import dev.assay.runner.point.HarnessClocks;
import dev.assay.runner.point.MeasuredCase;
import dev.assay.runner.point.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Leads the cases of one point through their stages. Only what came through one stage is handed to
/// the next; whatever crosses is taken by the runner, counted and hashed.
final class StageChain {
  /// How many cases the check with what was sent looks at.
  private static final int MOST_ECHOES = 3;

  private final BundleSpec spec;
  private final Workspace workspace;
  private final Halves halves;
  private final StageProcesses processes;
  private final Kept kept;
  private final Setting setting;
  private final BiConsumer<Integer, MeasuredCase> listener;
  private final Ledger ledger = new Ledger();

  /// By the attempt of the server, then by case.
  private final List<Map<Integer, MeasuredCase>> measured = new ArrayList<>();

  /// By the attempt of the server, as that ended.
  private final List<List<MeasuredCase>> served = new ArrayList<>();

  private final Map<Integer, Map<Integer, Answer>> publicAnswers = new HashMap<>();
  private @Nullable Sealed sealed;

  private final Map<Stage, Map<String, BigDecimal>> readyClocks = new HashMap<>();
  private @Nullable Long initNanos;

  /// What all processes of the point are given.
  ///
  /// @param manifest as solutions see it
  /// @param config the author's, as JSON
  /// @param scalars every integer parameter and derived scalar, for the sizes of outputs
  record Setting(String manifest, String config, Map<String, Long> scalars) {}

  /// What the envelope made of the parameters.
  ///
  /// @param parameters that it says it made them for
  record Sealed(
      NumberedFiles.Taken keys, NumberedFiles.Taken secret, ReportedParameters parameters) {}

  /// @param listener hears of cases, by the attempt of the server, as soon as they are measured
  StageChain(
      BundleSpec spec,
      Workspace workspace,
      Halves halves,
      StageProcesses processes,
      Setting setting,
      BiConsumer<Integer, MeasuredCase> listener) {
    this.spec = spec;
    this.workspace = workspace;
    this.halves = halves;
    this.processes = processes;
    this.kept = new Kept(workspace);
    this.setting = setting;
    this.listener = listener;
    measured.add(new TreeMap<>());
  }

  Ledger ledger() {
    return ledger;
  }

  /// By the attempt of the server, in the order of the cases.
  List<List<MeasuredCase>> measured() {
    return measured.stream().map(cases -> List.copyOf(cases.values())).toList();
  }

  /// By the attempt of the server: what it did itself, whatever became of its answers.
  List<List<MeasuredCase>> served() {
    return served;
  }

  /// Absent when no key was made.
  @Nullable Sealed sealed() {
    return sealed;
  }

  /// What a stage's first process said with `ready`.
  Map<String, BigDecimal> readyClocks(Stage stage) {
    return readyClocks.getOrDefault(stage, Map.of());
  }

  /// Of the server's first process; absent when it never was ready.
  @Nullable Long initNanos() {
    return initNanos;
  }

  /// The author's `encode`.
  ///
  /// @return what can be sealed
  List<DueCase> encode(List<DueCase> cases) throws IOException {
    Part client = lay(Stage.ENCODE);
    for (DueCase due : cases) {
      client.offerAll(due.planned(), kept.cases(due.planned()));
    }
    return before(
        Stage.ENCODE,
        Clock.ENCODE,
        cases,
        planned ->
            new NumberedFiles(client.out())
                .take(
                    planned.folder(),
                    "packing",
                    NumberedFiles.MOST,
                    Set.of(),
                    kept.packings(planned)));
  }

  /// Keys, and what is encrypted under them.
  ///
  /// @return what can be handed to the server
  List<DueCase> seal(List<DueCase> cases) throws IOException {
    Part vault = lay(Stage.SEAL);
    for (DueCase due : cases) {
      vault.offerAll(due.planned(), kept.packings(due.planned()));
    }
    List<DueCase> through =
        before(
            Stage.SEAL,
            Clock.ENCRYPT,
            cases,
            planned -> {
              var taken =
                  new NumberedFiles(vault.out())
                      .take(
                          planned.folder(),
                          "ciphertext",
                          NumberedFiles.MOST,
                          Set.of(),
                          kept.sent(planned));
              if (taken.fault() == null) {
                ledger.sent(planned.index(), taken);
              }
              return taken;
            });
    if (readyClocks.containsKey(Stage.SEAL)) {
      sealed = takeKeys(new NumberedFiles(vault.out()), vault.out());
    }
    return through;
  }

  private Sealed takeKeys(NumberedFiles out, Path folder) throws IOException {
    var keys = requireWhole(out.takeKeys("keys", kept.keys()));
    var secret = requireWhole(out.takeKeys("secret", kept.secret()));
    return new Sealed(
        keys, secret, ReportedParameters.parse(BundleFile.read(folder.resolve("parameters.json"))));
  }

  private static NumberedFiles.Taken requireWhole(NumberedFiles.Taken taken) {
    if (taken.fault() != null) {
      throw BundleFile.fault("the envelope's keys could not be taken: " + taken.fault());
    }
    return taken;
  }

  private interface Taking {
    NumberedFiles.Taken take(PlannedCase planned);
  }

  /// A stage before the server's. Who does not come through has no window.
  private List<DueCase> before(Stage stage, Clock clock, List<DueCase> cases, Taking taking) {
    if (cases.isEmpty()) {
      return List.of();
    }
    var taken = new HashMap<Integer, NumberedFiles.Taken>();
    Conversation.Outcome outcome =
        processes.execute(
            stage,
            0,
            cases,
            planned -> {
              var files = taking.take(planned);
              taken.put(planned.index(), files);
              return answer(files);
            },
            _ -> {},
            true);
    noteReady(stage, outcome);
    var through = new ArrayList<DueCase>();
    for (MeasuredCase one : outcome.cases()) {
      int index = one.due().planned().index();
      noteClocks(index, clock, one, outcome);
      if (one.isAnswered()) {
        through.add(
            new DueCase(one.due().planned(), one.due().inputHashes(), bytes(taken.get(index))));
      } else {
        endBefore(stage, one, outcome);
      }
    }
    return List.copyOf(through);
  }

  private static long bytes(NumberedFiles.@Nullable Taken taken) {
    return taken == null ? 0 : taken.bytes();
  }

  private static Answer answer(NumberedFiles.Taken taken) {
    String fault = taken.fault();
    if (fault == null && taken.blobs().isEmpty()) {
      fault = "it gave nothing, neither a vector nor a ciphertext";
    }
    return new Answer(
        Map.of(), taken.bytes(), fault == null, fault == null ? List.of() : List.of(fault));
  }

  private void noteReady(Stage stage, Conversation.Outcome outcome) {
    if (outcome.initNanos() != null) {
      readyClocks.putIfAbsent(stage, outcome.readyClocks());
    }
  }

  private void noteClocks(int index, Clock clock, MeasuredCase one, Conversation.Outcome outcome) {
    Double seconds = one.seconds();
    if (seconds == null) {
      return;
    }
    ledger.clockBefore(index, clock, nanos(seconds));
    Long save = HarnessClocks.of(clocks(outcome, index)).get("save");
    if (save != null) {
      ledger.clockBefore(index, Clock.SAVE, save);
    }
  }

  private static Map<String, BigDecimal> clocks(Conversation.Outcome outcome, int index) {
    return outcome.clocks().getOrDefault(index, Map.of());
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  private void endBefore(Stage stage, MeasuredCase one, Conversation.Outcome outcome) {
    MeasuredCase ended = refusedWhenEmpty(stage, one);
    if (stage.isEnvelopes() && one.status() == Status.OK) {
      throw BundleFile.fault("the envelope broke the rules: " + ended.cause());
    }
    int index = one.due().planned().index();
    if (ended.status() != Status.LOST) {
      ledger.failBefore(index, stage.nameOf(outcome.initNanos() == null));
    }
    put(0, ended.withoutWindow());
  }

  private static MeasuredCase refusedWhenEmpty(Stage stage, MeasuredCase one) {
    Answer answer = one.answer();
    if (one.status() != Status.OK || answer == null || answer.isComplete()) {
      return one;
    }
    return one.refused(
        Status.WRONG,
        new Cause(
            Cause.Code.NO_ANSWER,
            "%s: %s".formatted(stage.nameOf(false), answer.remarks().getFirst())));
  }

  private void put(int attempt, MeasuredCase one) {
    measured.get(attempt).put(one.due().planned().index(), one);
    listener.accept(attempt, one);
  }

  /// The author's `run` on what crossed, and again for what other work disturbed.
  ///
  /// @param begins hears of each attempt before it begins: its number and how many cases it has
  void serve(List<DueCase> cases, int retries, BiConsumer<Integer, Integer> begins) {
    if (cases.isEmpty() || sealed == null) {
      return;
    }
    Conversation.Outcome first = serve(0, cases, cases);
    initNanos = first.initNanos();
    new DisturbedRetries(
            retries,
            (attempt, due) -> {
              begins.accept(attempt, due.size());
              measured.add(new TreeMap<>());
              Conversation.Outcome again = serve(attempt, cases, due);
              processes
                  .remarks()
                  .add("retry %d: %s".formatted(attempt, DisturbedRetries.describe(due, again)));
              return again;
            })
        .after(first, cases);
  }

  private Conversation.Outcome serve(int attempt, List<DueCase> all, List<DueCase> due) {
    try {
      layServer(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path out = halves.server().part().out();
    Conversation.Outcome outcome =
        processes.execute(
            Stage.SERVER,
            attempt,
            withPublicInputs(due),
            planned -> {
              var taken = takeReturned(out, attempt, planned);
              Answer clear = collector(out, attempt, publicSignature()).collect(planned);
              publicAnswers
                  .computeIfAbsent(attempt, _ -> new HashMap<>())
                  .put(planned.index(), clear);
              return both(answerOfServer(taken), clear);
            },
            one -> listener.accept(attempt, one),
            attempt == 0);
    noteReady(Stage.SERVER, outcome);
    served.add(outcome.cases());
    for (MeasuredCase one : outcome.cases()) {
      noteServed(attempt, one, outcome);
    }
    return outcome;
  }

  private void layServer(List<DueCase> cases) throws IOException {
    Part server = lay(Stage.SERVER);
    server.show(kept.keys(), "keys");
    for (DueCase due : cases) {
      PlannedCase planned = due.planned();
      server.offerAll(planned, kept.sent(planned));
      for (String name : spec.signature().publicInputs().keySet()) {
        server.offer(planned, kept.cases(planned).resolve(name + ".bin"));
      }
    }
  }

  private List<DueCase> withPublicInputs(List<DueCase> cases) {
    var more = new ArrayList<DueCase>();
    for (DueCase due : cases) {
      long bytes = due.inputBytes();
      for (String name : spec.signature().publicInputs().keySet()) {
        bytes += size(kept.cases(due.planned()).resolve(name + ".bin"));
      }
      more.add(new DueCase(due.planned(), due.inputHashes(), bytes));
    }
    return more;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private NumberedFiles.Taken takeReturned(Path out, int attempt, PlannedCase planned) {
    var taken =
        new NumberedFiles(out)
            .take(
                planned.folder(),
                "ciphertext",
                spec.requireEnvelope().mostCiphertexts(),
                spec.signature().publicOutputs().keySet().stream()
                    .map(name -> name + ".bin")
                    .collect(Collectors.toSet()),
                kept.returned(attempt, planned));
    ledger.returned(planned.index(), attempt, taken);
    return taken;
  }

  private Answer answerOfServer(NumberedFiles.Taken taken) {
    int most = spec.requireEnvelope().mostCiphertexts();
    String fault = taken.fault();
    if (taken.count() > most) {
      fault =
          "the server returned %d ciphertexts, at most %d are taken".formatted(taken.count(), most);
    } else if (fault == null && taken.count() == 0) {
      fault = "the server returned no ciphertext";
    }
    return new Answer(
        Map.of(), taken.bytes(), fault == null, fault == null ? List.of() : List.of(fault));
  }

  private static Answer both(Answer one, Answer other) {
    var hashes = new TreeMap<>(one.hashes());
    hashes.putAll(other.hashes());
    var remarks = new ArrayList<>(one.remarks());
    remarks.addAll(other.remarks());
    return new Answer(
        hashes, one.bytes() + other.bytes(), one.isComplete() && other.isComplete(), remarks);
  }

  private Signature publicSignature() {
    return outputsOnly(spec.signature().publicOutputs().keySet());
  }

  private Signature secretSignature() {
    return outputsOnly(spec.signature().secretOutputs().keySet());
  }

  private Signature outputsOnly(Set<String> names) {
    var outputs = new TreeMap<>(spec.signature().outputs());
    outputs.keySet().retainAll(names);
    return new Signature(Map.of(), Map.of(), Map.of(), outputs);
  }

  private AnswerCollector collector(Path out, int attempt, Signature signature) {
    return new AnswerCollector(
        out, workspace.answers(attempt), signature.outputs(), setting.scalars());
  }

  private void noteServed(int attempt, MeasuredCase one, Conversation.Outcome outcome) {
    int index = one.due().planned().index();
    Double seconds = one.seconds();
    if (seconds != null) {
      ledger.clock(index, attempt, Clock.RUN, nanos(seconds));
      Map<String, Long> clocks = HarnessClocks.of(clocks(outcome, index));
      ledger.clock(index, attempt, Clock.LOAD, clocks.getOrDefault("load", 0L));
      ledger.clock(index, attempt, Clock.SAVE_ANSWER, clocks.getOrDefault("save", 0L));
    }
    if (one.status() != Status.OK && one.status() != Status.LOST) {
      ledger.fail(index, attempt, Stage.SERVER.nameOf(outcome.initNanos() == null));
    } else if (one.status() == Status.OK && !one.isAnswered()) {
      ledger.fail(index, attempt, Stage.SERVER.nameOf(false));
    }
    measured.get(attempt).put(index, one);
  }

  /// Decrypts and decodes what an attempt of the server returned.
  void finish(int attempt) throws IOException {
    Map<Integer, MeasuredCase> cases = measured.get(attempt);
    List<DueCase> due =
        cases.values().stream()
            .filter(MeasuredCase::isAnswered)
            .map(one -> withBytes(one.due(), sum(attempt, one.due())))
            .toList();
    List<DueCase> opened = open(attempt, due);
    if (processes.isOver()) {
      opened.forEach(one -> loseCancelled(attempt, one));
      return;
    }
    decode(attempt, opened);
  }

  private void loseCancelled(int attempt, DueCase due) {
    endLater(
        attempt,
        MeasuredCase.lost(due, new Cause(Cause.Code.CANCELLED, "the run was cancelled")),
        null);
  }

  private static DueCase withBytes(DueCase due, long bytes) {
    return new DueCase(due.planned(), due.inputHashes(), bytes);
  }

  private long sum(int attempt, DueCase due) {
    return ledger.returned(due.planned().index(), attempt).stream()
        .mapToLong(blob -> blob.bytes())
        .sum();
  }

  private List<DueCase> open(int attempt, List<DueCase> cases) throws IOException {
    if (cases.isEmpty()) {
      return List.of();
    }
    Conversation.Outcome outcome = openWith(attempt, cases);
    noteReady(Stage.OPEN, outcome);
    var opened = new ArrayList<DueCase>();
    for (MeasuredCase one : outcome.cases()) {
      int index = one.due().planned().index();
      Double seconds = one.seconds();
      if (one.isAnswered() && seconds != null) {
        ledger.clock(index, attempt, Clock.DECRYPT, nanos(seconds));
        Map<String, BigDecimal> said = clocks(outcome, index);
        ledger.clock(
            index, attempt, Clock.LOAD_ANSWER, HarnessClocks.of(said).getOrDefault("load", 0L));
        ledger.meters(index, attempt, HarnessClocks.meters(said));
        opened.add(one.due());
      } else if (one.status() == Status.OK) {
        throw BundleFile.fault(
            "the envelope broke the rules: decrypt: " + refusedWhenEmpty(Stage.OPEN, one).cause());
      } else {
        endLater(attempt, couldNotBeOpened(one), Stage.OPEN.nameOf(outcome.initNanos() == null));
      }
    }
    return opened;
  }

  private static MeasuredCase couldNotBeOpened(MeasuredCase one) {
    Cause cause = one.cause();
    return cause == null || cause.code() != Cause.Code.FAILED
        ? one
        : one.refused(
            Status.WRONG,
            new Cause(
                Cause.Code.NO_ANSWER,
                "the returned ciphertexts could not be opened: " + one.note()));
  }

  private Conversation.Outcome openWith(int attempt, List<DueCase> cases) throws IOException {
    Part vault = lay(Stage.OPEN);
    vault.show(kept.keys(), "keys");
    vault.show(kept.secret(), "secret");
    for (DueCase due : cases) {
      PlannedCase planned = due.planned();
      vault.offerAll(
          planned,
          attempt == StageProcesses.ECHO ? kept.sent(planned) : kept.returned(attempt, planned));
    }
    return processes.execute(
        Stage.OPEN,
        attempt,
        cases,
        planned ->
            answer(
                new NumberedFiles(vault.out())
                    .take(
                        planned.folder(),
                        "plain",
                        NumberedFiles.MOST,
                        Set.of(),
                        kept.plain(attempt, planned))),
        _ -> {},
        true);
  }

  private void decode(int attempt, List<DueCase> cases) throws IOException {
    if (cases.isEmpty()) {
      return;
    }
    Conversation.Outcome outcome = decodeWith(attempt, cases);
    for (MeasuredCase one : outcome.cases()) {
      int index = one.due().planned().index();
      Double seconds = one.seconds();
      Answer decoded = one.answer();
      if (one.status() != Status.OK || seconds == null || decoded == null) {
        endLater(attempt, one, Stage.DECODE.nameOf(outcome.initNanos() == null));
        continue;
      }
      ledger.clock(index, attempt, Clock.DECODE, nanos(seconds));
      if (!decoded.isComplete()) {
        ledger.fail(index, attempt, Stage.DECODE.nameOf(false));
      }
      measured
          .get(attempt)
          .computeIfPresent(
              index, (_, server) -> server.withAnswer(both(publicAnswer(attempt, index), decoded)));
    }
  }

  private Answer publicAnswer(int attempt, int index) {
    Answer clear = publicAnswers.getOrDefault(attempt, Map.of()).get(index);
    return clear == null ? new Answer(Map.of(), 0, true, List.of()) : clear;
  }

  private Conversation.Outcome decodeWith(int attempt, List<DueCase> cases) throws IOException {
    Part client = lay(Stage.DECODE);
    for (DueCase due : cases) {
      client.offerAll(due.planned(), kept.plain(attempt, due.planned()));
    }
    var collector = collector(client.out(), attempt, secretSignature());
    return processes.execute(Stage.DECODE, attempt, cases, collector::collect, _ -> {}, true);
  }

  private void endLater(int attempt, MeasuredCase later, @Nullable String stage) {
    int index = later.due().planned().index();
    measured.get(attempt).computeIfPresent(index, (_, server) -> server.endedLater(later));
    if (stage != null && later.status() != Status.LOST) {
      ledger.fail(index, attempt, stage);
    }
  }

  /// Decrypts and decodes what was sent to the server as if it had come back, for a few cases that
  /// were answered. What it gives stands beside the answers, as attempt -1.
  ///
  /// @return the cases that gave an answer
  Set<Integer> echo() throws IOException {
    int most = spec.requireEnvelope().mostCiphertexts();
    List<DueCase> cases =
        measured.getFirst().values().stream()
            .filter(MeasuredCase::isAnswered)
            .map(MeasuredCase::due)
            .filter(due -> ledger.sent(due.planned().index()).size() <= most)
            .limit(MOST_ECHOES)
            .toList();
    if (cases.isEmpty()) {
      return Set.of();
    }
    List<DueCase> opened = answeredOf(openWith(StageProcesses.ECHO, cases));
    if (opened.isEmpty() || processes.isOver()) {
      return Set.of();
    }
    var answered = new HashSet<Integer>();
    for (DueCase due : answeredOf(decodeWith(StageProcesses.ECHO, opened))) {
      copyPublicAnswer(due.planned());
      answered.add(due.planned().index());
    }
    return answered;
  }

  private static List<DueCase> answeredOf(Conversation.Outcome outcome) {
    return outcome.cases().stream()
        .filter(MeasuredCase::isAnswered)
        .map(MeasuredCase::due)
        .toList();
  }

  private void copyPublicAnswer(PlannedCase planned) throws IOException {
    for (String name : spec.signature().publicOutputs().keySet()) {
      Files.copy(
          workspace.answers(0).resolve(planned.folder()).resolve(name + ".bin"),
          workspace.answers(StageProcesses.ECHO).resolve(planned.folder()).resolve(name + ".bin"));
    }
  }

  /// Charges what had no turn since the run came to an end.
  void loseTheRest(List<DueCase> cases) {
    for (DueCase due : cases) {
      if (!measured.getFirst().containsKey(due.planned().index())) {
        put(0, MeasuredCase.lost(due, new Cause(Cause.Code.CANCELLED, "the run was cancelled")));
      }
    }
  }

  private Part lay(Stage stage) throws IOException {
    Part part = halves.of(stage).part();
    part.lay(setting.manifest(), setting.config(), kept.point());
    return part;
  }
}
