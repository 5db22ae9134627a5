package dev.assay.bundle.manifest;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.BundleSpec.CheckSkip;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads `bundle.toml` (DESIGN section 3).
///
/// Every key is checked, and all that is wrong is reported at once. Keys that a manifest leaves out
/// have the values of [Defaults].
public final class BundleManifest {
  /// The name of the file in a bundle's folder.
  public static final String FILE_NAME = "bundle.toml";

  private static final int MAX_TITLE = 120;

  private final ManifestErrors errors = new ManifestErrors(FILE_NAME);
  private final Path path;
  private final TableReader root;

  private BundleManifest(ManifestFile file) {
    path = file.path();
    root =
        new TableReader(
            file.toml(), "", ManifestFile.start(), new ManifestText(file.text()), errors);
  }

  /// Reads the manifest of the bundle in `folder`.
  ///
  /// @throws AssayException `BUNDLE_INVALID` with a line `bundle.toml:LINE:COLUMN: KEY: sentence`
  ///   for each error, 20 at most
  public static BundleSpec read(Path folder) {
    return new BundleManifest(ManifestFile.read(folder, FILE_NAME, ErrorCode.BUNDLE_INVALID))
        .read();
  }

  private record Head(
      Optional<BundleName> name,
      Optional<Version> version,
      Optional<String> title,
      Protocol protocol,
      String image,
      List<String> command,
      @Nullable String reference) {}

  private BundleSpec read() {
    Head head = readHead(root.table("bundle"));
    return head.protocol == Protocol.PROGRAM ? readOfPrograms(head) : readOfCalls(head);
  }

  private BundleSpec readOfCalls(Head head) {
    if (root.has("program")) {
      refuse("program", "needs bundle.protocol = \"program\"");
    }
    boolean encrypted = head.protocol == Protocol.ENCRYPTED;
    if (!encrypted && root.has("envelope")) {
      refuse("envelope", "needs bundle.protocol = \"encrypted\"");
    }
    TableReader signatureTable = root.table("signature");
    Signature signature = SignatureReader.read(signatureTable, encrypted);
    TableReader sampleTable = root.table("sample");
    Bar bar = readBar(head);
    Optional<Sample> sample =
        JudgingReader.readSample(
            sampleTable,
            encrypted ? Defaults.ENCRYPTED_WARMUP : Defaults.WARMUP,
            bar.isJudgedByReference() ? 0 : Defaults.FRESH);
    Score score = JudgingReader.readScore(root.table("score"), Defaults.SCORE_FOLD);
    checkReferenceJudging(bar, sample, score);
    TableReader limitTable = root.table("limits");
    Limits limits = LimitsReader.read(limitTable);
    BundleLimits bundleLimits = readBundleLimits(limitTable);
    Optional<EnvelopeSpec> envelope =
        encrypted ? EnvelopeReader.read(root.table("envelope"), limits) : Optional.empty();
    int cases = sample.map(s -> s.seeds().count() + s.warmup() + s.fresh()).orElse(1);
    List<String> declared = signatureTable.table("params").keys();
    List<Point> points = new PointsReader(signature, declared, limits.output(), cases).read(root);
    boolean network = readNetwork();
    List<CheckSkip> skips = readSkips(root.table("check"));
    finish();
    return spec(
        head,
        signature,
        points,
        sample.orElseThrow(),
        bar,
        score,
        limits,
        bundleLimits,
        network,
        skips,
        null,
        envelope.orElse(null));
  }

  private Bar readBar(Head head) {
    TableReader table = root.table("bar");
    Bar bar = JudgingReader.readBar(table);
    if (bar.isJudgedByReference()) {
      table.require("reference_hash", JudgingReader.REFERENCE_HASH);
    }
    if (bar.isJudgedByReference() && head.reference == null) {
      table.error(
          "judged_by",
          "'reference' needs bundle.reference, the folder of the solution whose answers the others are held against");
    }
    return bar;
  }

  /// The reference sees the sample only.
  private void checkReferenceJudging(Bar bar, Optional<Sample> sample, Score score) {
    if (!bar.isJudgedByReference()) {
      return;
    }
    if (sample.filter(one -> one.fresh() > 0).isPresent()) {
      root.table("sample")
          .error(
              "fresh",
              "with judged_by = \"reference\" it is 0: the reference has not answered seeds that are drawn later");
    }
    if (!score.metric().equals(Score.SECONDS)) {
      root.table("score")
          .error("metric", "with judged_by = \"reference\" there are no metrics; leave it out");
    }
  }

  /// A workload is one input, so there are no seeds to choose from and no types to declare.
  private BundleSpec readOfPrograms(Head head) {
    refuse("signature", "a program has none: its points say what it is given");
    refuse(
        "sample",
        "a program has none: each point is one workload, and program.repeats says how often it is measured");
    if (root.has("envelope")) {
      refuse("envelope", "needs bundle.protocol = \"encrypted\"");
    }
    TableReader programTable = root.table("program");
    ProgramSpec program = ProgramReader.read(programTable);
    TableReader barTable = root.table("bar");
    Bar bar = JudgingReader.readBar(barTable);
    if (barTable.has("judged_by")) {
      barTable.error(
          "judged_by", "a program's output is compared with program.expected; leave this out");
    }
    TableReader scoreTable = root.table("score");
    Score score = JudgingReader.readScore(scoreTable, Fold.MIN);
    if (scoreTable.has("metric") && !score.metric().equals(Score.SECONDS)) {
      scoreTable.error("metric", "programs are compared by 'seconds', how long they take");
    }
    TableReader limitTable = root.table("limits");
    Limits limits = LimitsReader.readOfProgram(limitTable, program.rules().timeout());
    BundleLimits bundleLimits = readBundleLimits(limitTable);
    List<Workload> workloads = new WorkloadsReader(program).read(root);
    boolean network = readNetwork();
    List<CheckSkip> skips = readSkips(root.table("check"));
    finish();
    return spec(
        head,
        WorkloadsReader.SIGNATURE,
        WorkloadsReader.points(workloads),
        new Sample(new Seeds(List.of(0L)), 0, 0),
        bar,
        score,
        limits,
        bundleLimits,
        network,
        skips,
        ProgramReader.with(program, workloads),
        null);
  }

  private void refuse(String key, String why) {
    if (root.raw(key) != null) {
      root.error(key, why);
    }
  }

  private static BundleLimits readBundleLimits(TableReader limitTable) {
    TableReader table = limitTable.table("bundle");
    BundleLimits limits = LimitsReader.readOfBundle(table);
    table.finish();
    limitTable.finish();
    return limits;
  }

  private boolean readNetwork() {
    TableReader build = root.table("build");
    boolean network = build.flag("network").orElse(false);
    build.finish();
    return network;
  }

  private void finish() {
    root.finish();
    errors.throwIfAny(ErrorCode.BUNDLE_INVALID, path);
  }

  private static BundleSpec spec(
      Head head,
      Signature signature,
      List<Point> points,
      Sample sample,
      Bar bar,
      Score score,
      Limits limits,
      BundleLimits bundleLimits,
      boolean network,
      List<CheckSkip> skips,
      @Nullable ProgramSpec program,
      @Nullable EnvelopeSpec envelope) {
    BundleName name = head.name.orElseThrow();
    return new BundleSpec(
        name,
        head.version.orElseThrow(),
        head.title.orElse(name.text()),
        head.protocol,
        head.image,
        head.command,
        head.reference,
        signature,
        points,
        sample,
        bar,
        score,
        limits,
        bundleLimits,
        network,
        skips,
        program,
        envelope);
  }

  private Head readHead(TableReader table) {
    String nameText = "a name of small letters, digits and '-', as in \"polymul/negacyclic\"";
    String versionText = "a semantic version, as in \"1.0.0\"";
    table.require("name", nameText).require("version", versionText);
    var head =
        new Head(
            table.checked("name", nameText, BundleName::new),
            table.checked("version", versionText, Version::parse),
            Texts.line(table, "title", MAX_TITLE),
            Words.read(table, "protocol", List.of(Protocol.values()), Protocol::text)
                .orElse(Protocol.CALL),
            Texts.image(table),
            Texts.command(table, "command").orElse(Defaults.COMMAND),
            Texts.innerPath(table, "reference").orElse(null));
    table.finish();
    return head;
  }

  private static List<CheckSkip> readSkips(TableReader table) {
    String expected = "an array of checks: " + String.join(", ", CheckNames.ALL);
    List<String> skips = table.strings("skip", expected).orElse(List.of());
    for (String skip : new LinkedHashSet<>(skips)) {
      if (!CheckNames.ALL.contains(skip)) {
        table.error("skip", Words.wrong(skip, CheckNames.ALL));
      }
    }
    if (table.has("skip")) {
      table.require("reason", "a sentence on why the checks do not apply to this bundle");
    }
    Optional<String> reason = Texts.line(table, "reason", 1000);
    if (table.has("reason") && !table.has("skip")) {
      table.error("reason", "there is no skip that it gives the reason of");
    }
    table.finish();
    return skips.stream().distinct().map(skip -> new CheckSkip(skip, reason.orElse(""))).toList();
  }
}
