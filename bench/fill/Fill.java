import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.job.Job;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.postgres.EmbeddedServer;
import dev.assay.platform.store.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Makes a platform's folder with the platform's own PostgreSQL and fills it by `before.sql`, then `results.sql` and
/// `cases.sql` at once, then `after.sql`. The documents are those of a run of this machine. Started by `run`.
final class Fill {
  private static final String ROOM = "alter system set max_wal_size = '16GB'";
  private static final String USUAL = "alter system reset max_wal_size";

  private final Path scripts;
  private final Path documents;
  private final EmbeddedServer server;
  private final String password;
  private final String runs;
  private final String cases;

  private Fill(Path scripts, Path documents, EmbeddedServer server, Path home, String runs, String cases) throws Exception {
    this.scripts = scripts;
    this.documents = documents;
    this.server = server;
    this.password = Files.readString(home.resolve("postgres/password")).strip();
    this.runs = runs;
    this.cases = cases;
  }

  /// SCRIPTS DOCUMENTS HOME RUNS CASES, and run.json at standard input.
  public static void main(String[] words) throws Exception {
    Path documents = Path.of(words[1]);
    Path home = Path.of(words[2]);
    Run run = JsonCodec.readRun(System.in.readAllBytes(), "standard input");
    write(documents, run);
    Files.createDirectories(home);
    try (var server = EmbeddedServer.start(home.resolve("postgres"))) {
      Database.open(server.address(), 2).close();
      new Fill(Path.of(words[0]), documents, server, home, words[3], words[4]).fill();
    }
  }

  private static void write(Path folder, Run run) throws Exception {
    PointResult point = run.points().getFirst();
    var job = run.job();
    Files.writeString(folder.resolve("point"), point.point());
    Files.writeString(folder.resolve("result"), JsonCodec.toLine(point));
    Files.writeString(folder.resolve("closed"), JsonCodec.toLine(withoutPoints(run)));
    Files.writeString(folder.resolve("opened"), JsonCodec.toLine(withoutPoints(run)));
    Files.writeString(folder.resolve("solution"), JsonCodec.toLine(solution(job)));
    var spec =
        new BundleSpec(
            new BundleName("bench/name"),
            Version.parse("1.0.0"),
            job.bundleTitle(),
            job.protocol(),
            "image",
            List.of("x"),
            null,
            new Signature(Map.of(), Map.of(), Map.of(), Map.of()),
            job.points(),
            job.barSample(),
            job.bar(),
            job.score(),
            job.limits(),
            job.bundleLimits(),
            false,
            List.of());
    Files.writeString(
        folder.resolve("spec"), JsonCodec.toLine(spec).replace("bench/name", "@NAME@"));
  }

  /// What the `solution.toml` of such a job says.
  private static SolutionSpec solution(Job job) {
    return new SolutionSpec(
        job.implementation(),
        job.bundleName() + "@" + job.bundleVersion(),
        job.language(),
        job.solutionImage().reference(),
        null,
        job.language() == null ? List.of("./run") : List.of(),
        job.requires(),
        null);
  }

  private static Run withoutPoints(Run run) {
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        run.state(),
        run.stateReason(),
        run.job(),
        run.machine(),
        run.machineClass(),
        run.environment(),
        run.window(),
        run.seedSecret(),
        run.stages(),
        run.build(),
        List.of());
  }

  private void fill() throws Exception {
    finish(psql("-c", ROOM, "-c", "select pg_reload_conf()"));
    finish(script("before.sql"));
    Process results = script("results.sql");
    Process filled = script("cases.sql");
    finish(results);
    finish(filled);
    finish(script("after.sql"));
    finish(psql("-c", USUAL, "-c", "select pg_reload_conf()"));
  }

  private Process script(String name) throws Exception {
    return psql("-f", scripts.resolve(name).toString());
  }

  private Process psql(String... words) throws Exception {
    var command =
        new ArrayList<>(
            List.of("psql", "-Atq", "-h", "127.0.0.1", "-p", port(), "-U", "postgres", "-d", "assay", "-v", "ON_ERROR_STOP=1", "-v", "runs=" + runs, "-v", "cases=" + cases));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).inheritIO().directory(documents.toFile());
    builder.environment().put("PGPASSWORD", password);
    return builder.start();
  }

  private String port() {
    return server.address().url().replaceFirst(".*:(\\d+)/.*", "$1");
  }

  private static void finish(Process process) throws Exception {
    if (process.waitFor() != 0) {
      throw new IllegalStateException("psql ended with code " + process.exitValue());
    }
  }
}
