package dev.assay.platform.run;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.run.RunRepository.FileRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/// All that it takes to derive a run again without this platform: job, run, verdicts, the bundle's
/// files, logs and kept answers, and the source where the caller may have it. Its folder is a run's
/// folder with the bundle in it, so `assay verify` takes it as it is.
final class RunPackage {
  private static final Pattern ANSWERS = Pattern.compile("answers/([^/]+)/(\\d{1,3})\\.tar\\.zst");

  private final Jdbi jdbi;
  private final Blobs blobs;

  RunPackage(Jdbi jdbi, Blobs blobs) {
    this.jdbi = jdbi;
    this.blobs = blobs;
  }

  /// What stands in `verdicts.json`.
  record Judgement(String run, Map<String, Verdict> verdicts) {}

  record Contents(RunRow row, Run run, Map<String, Verdict> verdicts, List<FileRow> files) {}

  /// @throws dev.assay.core.error.AssayException `NOT_FOUND`
  Contents contents(Caller caller, String id) {
    return jdbi.withHandle(handle -> {
      var runs = new RunRepository(handle, caller);
      RunRow row = Runs.require(runs, id);
      return new Contents(
          row,
          RunDocuments.assemble(handle, row.key()),
          Runs.verdicts(runs, row.key()),
          runs.files(row.key()));
    });
  }

  void write(Contents contents, OutputStream out) throws IOException {
    Run run = contents.run();
    RunRow row = contents.row();
    String folder = run.id() + "/";
    try (TarStream tar = TarStream.to(out)) {
      tar.add(folder + "README.md", readme(run));
      tar.add(folder + "job.json", JsonCodec.toBytes(run.job()));
      tar.add(folder + "run.json", JsonCodec.toBytes(run));
      tar.add(
          folder + "verdicts.json",
          JsonCodec.toBytes(new Judgement(run.id(), contents.verdicts())));
      addArchive(tar, row.bundleArchive(), name -> folder + "bundle/" + name);
      for (FileRow file : contents.files()) {
        Matcher answers = ANSWERS.matcher(file.name());
        if (answers.matches()) {
          String place = placeOf(answers.group(1), Integer.parseInt(answers.group(2)));
          addArchive(tar, file.blob(), name -> folder + place + name);
        } else {
          addBlob(tar, folder + file.name(), file.blob());
        }
      }
      if (row.mayFetchSource() && row.sourceBlob() != null) {
        addBlob(tar, folder + "source.pack", row.sourceBlob());
      }
    }
  }

  /// As a run's folder has them.
  private static String placeOf(String point, int process) {
    return process == 0
        ? "answers/%s/".formatted(point)
        : "retries/%s/%d/".formatted(point, process);
  }

  private void addArchive(TarStream tar, String blob, UnaryOperator<String> rename)
      throws IOException {
    if (blobs.findSize(blob).isPresent()) {
      try (InputStream in = blobs.open(blob)) {
        tar.addAll(in, rename);
      }
    }
  }

  private void addBlob(TarStream tar, String name, String blob) throws IOException {
    var size = blobs.findSize(blob);
    if (size.isPresent()) {
      try (InputStream in = blobs.open(blob)) {
        tar.add(name, size.getAsLong(), in);
      }
    }
  }

  private static String readme(Run run) {
    return """
    # Run %s

    %s of `%s`, commit `%s`, measured on

    > %s

    To derive every case again from bundle, point and seed, and to judge the kept answers again, unpack
    this and execute in the folder beside this file:

        assay verify .

    It needs no network and no platform, but Assay %s, and the bundle's image `%s`, whose
    digest is `%s`; the solution's is `%s`.

    | file | what it is |
    |---|---|
    | `job.json` | the plan |
    | `run.json` | what was measured, as docs/run-format.md of Assay describes it |
    | `verdicts.json` | what the platform said of each point |
    | `bundle/` | the bundle of hash `%s` |
    | `answers/`, `retries/` | the answers, where they were kept |
    | `logs/` | what was kept of the logs |
    | `source.pack` | git pack of the commit, where you may have it: `git init x && git -C x unpack-objects < source.pack` |
    """
        .formatted(
            run.id(),
            run.job().implementation(),
            run.job().bundleName() + "@" + run.job().bundleVersion(),
            run.job().source().commit(),
            run.machineClass(),
            run.assayVersion(),
            run.job().bundleImage().reference(),
            run.job().bundleImage().digest(),
            run.job().solutionImage().digest(),
            run.job().bundleHash());
  }
}
