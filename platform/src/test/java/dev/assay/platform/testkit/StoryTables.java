package dev.assay.platform.testkit;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.job.Job;
import dev.assay.core.run.Machine;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.store.DatabaseAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Writes rows of a platform's database as if they had been written at times of one's choice: while
/// this is open, the database's own clock is the story's.
final class StoryTables implements AutoCloseable {
  /// What an account's password is.
  static final String PASSWORD = "correct horse battery";

  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final String DEFAULTS =
      """
      select format('alter table %I alter column %I set default ', table_name, column_name)
      from information_schema.columns
      where table_schema = 'public' and column_default = :is
      """;

  private final Connection connection;
  private final Jdbi jdbi;
  private final String passwordHash;

  StoryTables(DatabaseAddress address) {
    try {
      // The function below hides the database's own of that name.
      connection =
          DriverManager.getConnection(
              address.url() + "?currentSchema=public,pg_catalog",
              address.user(),
              address.password());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    jdbi = Jdbi.create(connection);
    passwordHash =
        Password.hash(PASSWORD)
            .addSalt("sixteen bytes of".getBytes(StandardCharsets.UTF_8))
            .with(Argon2Function.getInstance(19_456, 2, 1, 32, Argon2.ID))
            .getResult();
    execute("create table story_clock (moment timestamptz not null)");
    execute("insert into story_clock values (pg_catalog.now())");
    execute(
        """
        create function public.now() returns timestamptz language sql stable
        return (select moment from public.story_clock)
        """);
    setDefaults("pg_catalog.now()", "public.now()");
  }

  private void setDefaults(String from, String to) {
    jdbi.useHandle(handle ->
        handle
            .createQuery(DEFAULTS)
            .bind("is", from)
            .mapTo(String.class)
            .list()
            .forEach(statement -> handle.execute(statement + to)));
  }

  Jdbi jdbi() {
    return jdbi;
  }

  /// From here on it is so late.
  void at(Instant moment) {
    execute("update story_clock set moment = ?", moment.toString());
  }

  /// An id as the platform's are, which is the same each time.
  static String idOf(String what) {
    byte[] hash = TextHash.bytesOf(what);
    var text = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      text.append(DIGITS.charAt(hash[i] & 31));
    }
    return text.toString();
  }

  /// Runs a statement; `?` of times and documents are texts.
  void execute(String sql, @Nullable Object... arguments) {
    jdbi.useHandle(handle -> {
      var update = handle.createUpdate(typed(sql, arguments));
      for (int i = 0; i < arguments.length; i++) {
        update.bind(i, arguments[i]);
      }
      update.execute();
    });
  }

  /// The driver says `varchar` of texts, which is no time.
  private static String typed(String sql, @Nullable Object... arguments) {
    return sql.contains("story_clock set") && arguments.length == 1
        ? sql.replace("?", "cast(? as timestamptz)")
        : sql;
  }

  long key(String sql, @Nullable Object... arguments) {
    return jdbi.withHandle(handle -> {
      var query = handle.createQuery(sql);
      for (int i = 0; i < arguments.length; i++) {
        query.bind(i, arguments[i]);
      }
      return query.mapTo(Long.class).one();
    });
  }

  /// Runs a statement once for each row.
  void batch(String sql, List<@Nullable Object[]> rows) {
    jdbi.useHandle(handle -> {
      var batch = handle.prepareBatch(sql);
      for (@Nullable Object[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          batch.bind(i, row[i]);
        }
        batch.add();
      }
      batch.execute();
    });
  }

  private static String texts(List<String> values) {
    return values.isEmpty() ? "{}" : "{\"" + String.join("\",\"", values) + "\"}";
  }

  // People ---------------------------------------------------------------------------------------

  long account(String name, String role) {
    return key(
        """
        insert into account (id, name, role, password_hash) values (?, ?, ?, ?) returning key
        """,
        idOf("account " + name),
        name,
        role,
        passwordHash);
  }

  /// A session that lasts for days.
  void session(long account, String secret) {
    execute(
        """
        insert into login_session (hash, account_key, csrf_token, by_link, started_at, created_at,
          expires_at)
        values (?, ?, ?, false, pg_catalog.now(), pg_catalog.now(),
          pg_catalog.now() + interval '7 days')
        """,
        Secrets.hash(secret),
        account,
        "csrf-" + secret);
  }

  void loginLink(long account, String secret) {
    execute(
        """
        insert into login_link (hash, account_key, created_at, expires_at)
        values (?, ?, pg_catalog.now(), pg_catalog.now() + interval '7 days')
        """,
        Secrets.hash(secret),
        account);
  }

  void token(long account, String name, List<String> scopes, int days) {
    execute(
        """
        insert into api_token (id, account_key, name, hash, scopes, expires_at)
        values (?, ?, ?, ?, cast(? as text[]), now() + make_interval(days => ?))
        """,
        idOf("token " + account + name),
        account,
        name,
        Secrets.hash(account + name),
        texts(scopes),
        days);
  }

  void audit(@Nullable Long account, String actor, String action, String subject, String detail) {
    execute(
        """
        insert into audit_entry (account_key, actor, action, subject, detail, remote)
        values (?, ?, ?, ?, ?, '192.0.2.17')
        """,
        account,
        actor,
        action,
        subject,
        detail);
  }

  // Benchmarks -----------------------------------------------------------------------------------

  long benchmark(String name, long owner, boolean isPrivate) {
    return key(
        "insert into benchmark (name, owner_key, is_private) values (?, ?, ?) returning key",
        name,
        owner,
        isPrivate);
  }

  /// @param archive blob
  Published version(
      long benchmark, BundleSpec spec, String digest, String archive, long archiveBytes, long by) {
    String hash = TextHash.of(spec.id());
    long key =
        key(
            """
            insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference,
              image_digest, archive_blob, archive_bytes, findings, published_by)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning key
            """,
            benchmark,
            spec.version().toString(),
            hash,
            spec.title(),
            JsonCodec.toJson(spec),
            spec.image(),
            digest,
            archive,
            archiveBytes,
            JsonCodec.toJson(findings(spec, hash)),
            by);
    return new Published(benchmark, key, spec, hash, digest);
  }

  /// A version that stands there.
  record Published(long benchmark, long key, BundleSpec spec, String hash, String digest) {}

  private record Finding(String what, boolean passed, String detail) {}

  private static List<Finding> findings(BundleSpec spec, String hash) {
    var findings = new ArrayList<Finding>();
    findings.add(new Finding("manifest", true, "hash " + hash));
    for (String what :
        List.of("make: other path", "make: other user", "make: 403 days later", "make: one core")) {
      findings.add(new Finding(what, true, "the same bytes"));
    }
    findings.add(new Finding("reference", true, "passes at all points"));
    spec.points().stream()
        .limit(20)
        .forEach(point ->
            findings.add(
                new Finding(
                    "refusals at " + point.name(), true, "11 spoiled answers were refused")));
    return findings;
  }

  // Implementations and jobs ---------------------------------------------------------------------

  long implementation(String id, long benchmark, long owner, String name, boolean isPrivate) {
    execute(
        """
        insert into implementation (id, benchmark_key, owner_key, name, is_private)
        values (?, ?, ?, ?, ?) on conflict do nothing
        """,
        id,
        benchmark,
        owner,
        name,
        isPrivate);
    return key("select key from implementation where id = ?", id);
  }

  long submission(String id, long implementation, Job job, String solution, long by) {
    return key(
        """
        insert into submission (id, implementation_key, repository, path, commit_id, tree_hash,
          solution, image_reference, image_digest, submitted_by)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning key
        """,
        id,
        implementation,
        job.source().repository(),
        job.source().path(),
        String.valueOf(job.source().commit()),
        job.source().treeHash(),
        solution,
        job.solutionImage().reference(),
        job.solutionImage().digest(),
        by);
  }

  /// A job that waits.
  long job(String id, Published version, long submission, long author, Job job, boolean isRanked) {
    String document = JsonCodec.toJson(job);
    String arch = job.requires().arch();
    return key(
        """
        insert into job (id, kind, benchmark_key, bundle_version_key, author_key, submission_key,
          is_ranked, document, hash, arch, cores, memory_bytes, gpu, labels, needed_images)
        values (?, 'measure', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as text[]), '{}')
        returning key
        """,
        id,
        version.benchmark(),
        version.key(),
        author,
        submission,
        isRanked,
        document,
        TextHash.of(document),
        arch.equals("any") ? null : arch,
        Math.max(job.requires().cores(), job.limits().cpus()),
        Math.max(job.requires().memory().bytes(), job.limits().memory().bytes()),
        job.requires().gpu(),
        texts(job.requires().labels()));
  }

  /// Gives a job to a runner, for a hundred years.
  void claim(long job, String id, int attempt, long runner) {
    execute(
        """
        update job set state = 'running', attempt = ?, runner_key = ?, lease_confirmed = true,
          lease_end = pg_catalog.now() + interval '100 years'
        where key = ?
        """,
        attempt,
        runner,
        job);
    execute(
        """
        insert into attempt (job_key, attempt, runner_key, instance, run_id, confirmed_at)
        values (?, ?, ?, 'instance', ?, now())
        """,
        job,
        attempt,
        runner,
        id + "-" + attempt);
  }

  void loseAttempt(long job, int attempt, String reason) {
    execute(
        """
        update attempt set ended_at = now(), outcome = 'lost', reason = ?
        where job_key = ? and attempt = ?
        """,
        reason,
        job,
        attempt);
  }

  void finish(long job, int attempt, String state, @Nullable String reason) {
    execute(
        """
        update job set state = ?, state_reason = ?, runner_key = null, lease_end = null,
          lease_confirmed = false, ended_at = now()
        where key = ?
        """,
        state,
        reason,
        job);
    execute(
        """
        update attempt set ended_at = now(), outcome = 'ended'
        where job_key = ? and attempt = ? and outcome is null
        """,
        job,
        attempt);
  }

  void file(long run, String name, String blob, long bytes) {
    execute(
        "insert into run_file (run_key, name, blob, bytes) values (?, ?, ?, ?)",
        run,
        name,
        blob,
        bytes);
  }

  void lateReport(
      String run, long job, long runner, long sequence, String reason, String document) {
    execute(
        """
        insert into late_report (run_id, job_key, attempt, runner_key, sequence, reason, document)
        values (?, ?, 1, ?, ?, ?, ?)
        """,
        run,
        job,
        runner,
        sequence,
        reason,
        document);
  }

  // Runners --------------------------------------------------------------------------------------

  long runner(String name, String pool, List<String> labels) {
    return key(
        """
        insert into runner (id, name, pool, labels, key_hash)
        values (?, ?, ?, cast(? as text[]), ?) returning key
        """,
        idOf("runner " + name),
        name,
        pool,
        texts(labels),
        Secrets.hash("runner key " + name));
  }

  void describe(long runner, Machine machine, int cores, long memoryBytes, List<String> images) {
    execute(
        """
        update runner set instance = 'instance', machine_id = ?, protocol = 1, version = '0.1.0',
          machine = ?, arch = ?, cores = ?, memory_bytes = ?, gpu = 0,
          image_digests = cast(? as text[]), described_at = now(), last_seen_at = now(),
          clock_offset_millis = 3
        where key = ?
        """,
        "machine of " + machine.hostName().toLowerCase(Locale.ROOT),
        JsonCodec.toJson(machine),
        machine.arch(),
        cores,
        memoryBytes,
        texts(images),
        runner);
  }

  /// The database has its own clock again.
  @Override
  public void close() {
    setDefaults("now()", "pg_catalog.now()");
    execute("drop function public.now()");
    execute("drop table story_clock");
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
