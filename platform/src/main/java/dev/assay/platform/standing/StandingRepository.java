package dev.assay.platform.standing;

import dev.assay.platform.access.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// What standings are made from.
final class StandingRepository {
  private static final String FIND_VERSION =
      """
      select b.key as benchmark_key, v.key as version_key, v.version, v.hash
      from benchmark b join bundle_version v on v.benchmark_key = b.key
      where b.name = :benchmark and (not b.is_private or b.owner_key = :account or :all)
        and (:version = '' or v.version = :version)
      order by v.key desc
      limit 1
      """;

  /// What a standing hangs on besides its point and class: the newest verdict, the newest decision,
  /// and which implementations the caller may not see.
  private static final String STAMP =
      """
      select
        coalesce((select d.key from verdict d where d.bundle_version_key = :version
          and d.point = :point and d.machine_class = :class order by d.key desc limit 1), 0)
          as verdict_key,
        coalesce((select max(key) from suspicion_decision), 0) as decision_key,
        array(select m.key from implementation m join benchmark b on b.key = m.benchmark_key
          where m.benchmark_key = :benchmark and m.is_private and m.owner_key <> :account
            and not :all and not (b.is_private and b.owner_key = :account) order by m.key) as hidden
      """;

  /// The classes at a point, one index descent each (a loose index scan).
  private static final String CLASSES =
      """
      with recursive t as (
        (select machine_class from verdict where bundle_version_key = :version and point = :point
          order by machine_class limit 1)
        union all
        select (select machine_class from verdict where bundle_version_key = :version
            and point = :point and machine_class > t.machine_class order by machine_class limit 1)
        from t where t.machine_class is not null)
      select machine_class from t where machine_class is not null
      """;

  /// For each implementation its newest judged run, or where it has none its newest run: one index
  /// descent each, however many runs there are.
  private static final String CANDIDATES =
      """
      select m.key as implementation_key, m.id as implementation_id, m.name, a.name as owner,
          d.run_key, r.id as run_id, d.point_no, s.commit_id, d.outcome, d.reason, d.cases_ok,
          d.cases_all, d.is_suspect, d.is_ranked, d.score, q.is_cleared,
          q.reason as decision_reason, p.peak_memory_bytes
      from implementation m
      join account a on a.key = m.owner_key
      left join lateral (select * from verdict x
        where x.bundle_version_key = :version and x.point = :point and x.machine_class = :class
          and x.implementation_key = m.key and x.outcome <> 'not-judged'
        order by x.run_key desc, x.key desc limit 1) judged on true
      left join lateral (select * from verdict x
        where judged.key is null and x.bundle_version_key = :version and x.point = :point
          and x.machine_class = :class and x.implementation_key = m.key
        order by x.run_key desc, x.key desc limit 1) newest on true
      join verdict d on d.key = coalesce(judged.key, newest.key)
      join run r on r.key = d.run_key
      join submission s on s.key = r.submission_key
      left join point_result p on p.run_key = d.run_key and p.point_no = d.point_no
      left join lateral (select is_cleared, reason from suspicion_decision y
        where y.run_key = d.run_key and y.point_no = d.point_no order by y.key desc limit 1) q
        on true
      where m.benchmark_key = :benchmark
      """;

  private static final String VALUES =
      """
      select w.run_key, c.seed, c.score
      from unnest(:runs, :points) as w (run_key, point_no)
      join case_result c on c.run_key = w.run_key and c.point_no = w.point_no
      where c.kind = 0 and c.status = 0 and c.score is not null
      """;

  /// Where the halves of encrypted runs were executed, as the plan says.
  private static final String MODES =
      """
      select r.id, j.document::jsonb #>> '{encrypted,mode}' as mode
      from run r join job j on j.key = r.job_key
      where r.id = any(:runs)
      """;

  private static final String SPEC = "select spec from bundle_version where key = :version";

  private static final String FIND_POINT =
      """
      select r.key as run_key, d.point_no, b.owner_key, b.name
      from run r
      join implementation m on m.key = r.implementation_key
      join benchmark b on b.key = m.benchmark_key
      join verdict d on d.run_key = r.key and d.point = :point
      where r.id = :run and (:all or ((not b.is_private or b.owner_key = :account)
        and (not m.is_private or m.owner_key = :account or (b.is_private and b.owner_key = :account))))
      limit 1
      """;

  private static final String INSERT_DECISION =
      """
      insert into suspicion_decision (run_key, point_no, is_cleared, reason, decided_by)
      values (:run, :pointNo, :isCleared, :reason, :account)
      """;

  private static final String INSERT_AUDIT =
      """
      insert into audit_entry (account_key, actor, action, subject, detail, remote)
      values (:account, :actor, :action, :subject, :detail, :remote)
      """;

  private final Handle handle;

  StandingRepository(Handle handle) {
    this.handle = handle;
  }

  record Version(long benchmarkKey, long versionKey, String version, String hash) {}

  /// @param hidden keys of implementations that the caller may not see
  record Stamp(long verdictKey, long decisionKey, List<Long> hidden) {}

  record DecidedPoint(long runKey, int pointNo, long hostKey, String benchmark) {}

  Optional<Version> findVersion(Caller caller, String benchmark, @Nullable String version) {
    return handle
        .createQuery(FIND_VERSION)
        .bind("benchmark", benchmark)
        .bind("version", version == null ? "" : version)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) ->
            new Version(row.getLong(1), row.getLong(2), row.getString(3), row.getString(4)))
        .findOne();
  }

  Stamp stamp(Caller caller, Version version, String point, String machineClass) {
    return handle
        .createQuery(STAMP)
        .bind("version", version.versionKey())
        .bind("benchmark", version.benchmarkKey())
        .bind("point", point)
        .bind("class", machineClass)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) ->
            new Stamp(row.getLong(1), row.getLong(2), List.of((Long[]) row.getArray(3).getArray())))
        .one();
  }

  List<String> classes(Version version, String point) {
    return handle
        .createQuery(CLASSES)
        .bind("version", version.versionKey())
        .bind("point", point)
        .mapTo(String.class)
        .list();
  }

  /// Without their values.
  List<Candidate> candidates(Version version, String point, String machineClass) {
    return handle
        .createQuery(CANDIDATES)
        .bind("version", version.versionKey())
        .bind("benchmark", version.benchmarkKey())
        .bind("point", point)
        .bind("class", machineClass)
        .map((row, context) ->
            new Candidate(
                row.getLong("implementation_key"),
                row.getString("implementation_id"),
                row.getString("name"),
                row.getString("owner"),
                row.getLong("run_key"),
                row.getString("run_id"),
                row.getInt("point_no"),
                row.getString("commit_id"),
                row.getString("outcome"),
                row.getString("reason"),
                row.getInt("cases_ok"),
                row.getInt("cases_all"),
                row.getBoolean("is_suspect"),
                row.getBoolean("is_ranked"),
                row.getObject("is_cleared", Boolean.class),
                row.getString("decision_reason"),
                row.getObject("score", Double.class),
                row.getObject("peak_memory_bytes", Long.class),
                Map.of()))
        .list();
  }

  /// The same with the values of those that pass.
  List<Candidate> withValues(List<Candidate> candidates) {
    List<Candidate> passing = candidates.stream().filter(Candidate::isPassing).toList();
    Map<Long, Map<Long, Double>> values = new HashMap<>();
    handle
        .createQuery(VALUES)
        .bindArray("runs", Long.class, passing.stream().map(Candidate::runKey).toList())
        .bindArray("points", Integer.class, passing.stream().map(Candidate::pointNo).toList())
        .map((row, context) -> new CaseValue(row.getLong(1), row.getLong(2), row.getDouble(3)))
        .forEach(one ->
            values
                .computeIfAbsent(one.runKey(), key -> new TreeMap<>())
                .put(one.seed(), one.value()));
    var all = new ArrayList<Candidate>();
    for (Candidate one : candidates) {
      all.add(one.withValues(values.getOrDefault(one.runKey(), Map.of())));
    }
    return all;
  }

  private record CaseValue(long runKey, long seed, double value) {}

  /// @param runs ids of encrypted runs
  /// @return the mode of each, as documents write it
  Map<String, String> modes(List<String> runs) {
    var modes = new HashMap<String, String>();
    handle
        .createQuery(MODES)
        .bindArray("runs", String.class, runs)
        .map((row, context) -> Map.entry(row.getString(1), String.valueOf(row.getString(2))))
        .forEach(entry -> modes.put(entry.getKey(), entry.getValue()));
    return modes;
  }

  /// core.bundle.BundleSpec as JSON.
  String spec(Version version) {
    return handle.createQuery(SPEC).bind("version", version.versionKey()).mapTo(String.class).one();
  }

  Optional<DecidedPoint> findPoint(Caller caller, String run, String point) {
    return handle
        .createQuery(FIND_POINT)
        .bind("run", run)
        .bind("point", point)
        .bind("account", caller.accountKey())
        .bind("all", caller.seesAll())
        .map((row, context) ->
            new DecidedPoint(row.getLong(1), row.getInt(2), row.getLong(3), row.getString(4)))
        .findOne();
  }

  void insertDecision(Caller caller, DecidedPoint point, boolean isCleared, String reason) {
    handle
        .createUpdate(INSERT_DECISION)
        .bind("run", point.runKey())
        .bind("pointNo", point.pointNo())
        .bind("isCleared", isCleared)
        .bind("reason", reason)
        .bind("account", caller.accountKey())
        .execute();
  }

  void insertAudit(Caller caller, String action, String subject, String detail) {
    handle
        .createUpdate(INSERT_AUDIT)
        .bind("account", caller.accountKey())
        .bind("actor", caller.account() == null ? "" : caller.account().name())
        .bind("action", action)
        .bind("subject", subject)
        .bind("detail", detail)
        .bind("remote", caller.remote())
        .execute();
  }
}
