package dev.assay.platform.queue;

import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.MachineClass;
import dev.assay.core.wire.JsonCodec;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Runners, their codes and their processes.
final class RunnerRepository {
  private static final String INSERT_CODE =
      """
      insert into runner_code (hash, pool, labels, created_by, expires_at)
      values (:hash, :pool, :labels, :account, now() + make_interval(secs => :seconds))
      returning expires_at
      """;
  private static final String USE_CODE =
      """
      update runner_code set used_at = now()
      where hash = :hash and used_at is null and expires_at > now()
      returning pool, labels
      """;
  private static final String INSERT =
      """
      insert into runner (id, name, pool, labels, key_hash) values (:id, :name, :pool, :labels, :hash)
      on conflict (name) do nothing returning key
      """;
  private static final String LOCK =
      """
      select id, name, pool, state, state_reason, instance, machine_id,
        last_seen_at > now() - interval '60 seconds' as is_heard, now() as clock
      from runner where key = :key for no key update
      """;
  private static final String WAS_HERE =
      "select exists (select from runner_instance where runner_key = :key and instance = :instance)";
  private static final String INSERT_INSTANCE =
      """
      insert into runner_instance (runner_key, instance, machine_id)
      values (:key, :instance, :machineId)
      """;
  private static final String DESCRIBE =
      """
      update runner set instance = :instance, machine_id = :machineId, protocol = :protocol,
        version = :version, machine = :machine, arch = :arch, cores = :cores,
        memory_bytes = :memoryBytes, gpu = :gpu, image_digests = :images, described_at = now(),
        last_seen_at = now(), activity = null,
        clock_offset_millis = round(extract(epoch from (:clock - clock_timestamp())) * 1000)
      where key = :key
      """;
  private static final String ASK =
      """
      update runner set last_seen_at = now(), activity = :unfit
      where key = :key and instance = :instance returning state
      """;
  private static final String TOUCH =
      "update runner set last_seen_at = now() where key = :key and instance = :instance";
  private static final String KEY = "select key from runner where id = :id";
  private static final String INSTANCE =
      "select coalesce(instance, '') from runner where key = :key";
  private static final String FAULT =
      """
      update runner set faults_in_row = faults_in_row + 1,
        state_reason = case when state = 'active' and faults_in_row + 1 >= :most
          then :reason else state_reason end,
        state = case when state = 'active' and faults_in_row + 1 >= :most
          then 'set-aside' else state end
      where key = :key
      """;
  private static final String NO_FAULT =
      "update runner set faults_in_row = 0 where key = :key and faults_in_row > 0";
  private static final String SET_STATE =
      """
      update runner set state = :state, state_reason = :reason,
        faults_in_row = case when :state = 'active' then 0 else faults_in_row end
      where id = :id and state <> 'retired' returning key
      """;
  private static final String OFFERS =
      """
      select name, pool, labels, arch, cores, memory_bytes, gpu, image_digests
      from runner where state <> 'retired' and described_at is not null order by name
      """;
  private static final String VIEW =
      """
      select r.*, j.id as job_id, r.last_seen_at > now() - interval '60 seconds' as is_heard
      from runner r left join job j on j.runner_key = r.key and j.state = 'running'
      """;
  private static final String PAGE =
      VIEW + "where r.key < :below order by r.key desc limit <limit>";
  private static final String ONE = VIEW + "where r.id = :id";
  private static final String SEARCH =
      VIEW
          + """
          where r.key < :below
            and (cast(:state as text) is null or r.state = :state)
            and (cast(:text as text) is null or position(lower(:text) in lower(r.name)) > 0
              or lower(:text) = lower(r.pool) or :text = any(r.labels))
            and (cast(:arch as text) is null or (r.arch = :arch and r.cores >= :cores
              and r.memory_bytes >= :memory and position(:model in r.machine) > 0))
          order by r.key desc limit <limit>
          """;
  private static final String WAITING =
      """
      select count(*) from (
        select from runner r join job j on j.state = 'queued' and can_take(r, j)
        where r.id = :id and r.state = 'active' limit :most) waiting
      """;

  /// Where a code's runner will be.
  record Place(String pool, List<String> labels) {}

  /// A runner whose row is locked until the transaction ends.
  record LockedRunner(
      String id,
      String name,
      String pool,
      String state,
      @Nullable String stateReason,
      @Nullable String instance,
      @Nullable String machineId,
      boolean isHeard,
      Instant clock) {}

  Instant insertCode(Handle handle, byte[] hash, Place place, long account, Duration valid) {
    return handle
        .createQuery(INSERT_CODE)
        .registerArrayType(String.class, "text")
        .bind("hash", hash)
        .bind("pool", place.pool())
        .bindArray("labels", String.class, place.labels())
        .bind("account", account)
        .bind("seconds", (double) valid.toSeconds())
        .map((row, _) -> row.getObject(1, OffsetDateTime.class).toInstant())
        .one();
  }

  /// Uses a code up; empty when it is unknown, used or too old.
  Optional<Place> useCode(Handle handle, byte[] hash) {
    return handle
        .createQuery(USE_CODE)
        .bind("hash", hash)
        .map((row, _) -> new Place(row.getString("pool"), texts(row, "labels")))
        .findOne();
  }

  /// Empty when the name is taken.
  Optional<Long> insert(Handle handle, String id, String name, Place place, byte[] hash) {
    return handle
        .createQuery(INSERT)
        .registerArrayType(String.class, "text")
        .bind("id", id)
        .bind("name", name)
        .bind("pool", place.pool())
        .bindArray("labels", String.class, place.labels())
        .bind("hash", hash)
        .mapTo(Long.class)
        .findOne();
  }

  LockedRunner lock(Handle handle, long key) {
    return handle
        .createQuery(LOCK)
        .bind("key", key)
        .map((row, _) ->
            new LockedRunner(
                row.getString("id"),
                row.getString("name"),
                row.getString("pool"),
                row.getString("state"),
                row.getString("state_reason"),
                row.getString("instance"),
                row.getString("machine_id"),
                row.getBoolean("is_heard"),
                row.getObject("clock", OffsetDateTime.class).toInstant()))
        .one();
  }

  /// Whether a process has spoken with the runner's key before.
  boolean wasHere(Handle handle, long key, String instance) {
    return handle
        .createQuery(WAS_HERE)
        .bind("key", key)
        .bind("instance", instance)
        .mapTo(boolean.class)
        .one();
  }

  void insertInstance(Handle handle, long key, String instance, String machineId) {
    handle
        .createUpdate(INSERT_INSTANCE)
        .bind("key", key)
        .bind("instance", instance)
        .bind("machineId", machineId)
        .execute();
  }

  void describe(Handle handle, long key, RunnerHello hello) {
    handle
        .createUpdate(DESCRIBE)
        .registerArrayType(String.class, "text")
        .bind("key", key)
        .bind("instance", hello.instance())
        .bind("machineId", hello.machineId())
        .bind("protocol", hello.protocol())
        .bind("version", hello.version())
        .bind("machine", JsonCodec.toJson(hello.machine()))
        .bind("arch", hello.machine().arch())
        .bind("cores", hello.cores())
        .bind("memoryBytes", hello.memoryBytes())
        .bind("gpu", hello.gpu())
        .bindArray(
            "images", String.class, hello.images().stream().map(ImageIdentity::digest).toList())
        .bind("clock", hello.clock().atOffset(ZoneOffset.UTC))
        .execute();
  }

  /// Notes that a runner asks for work, and locks it; its state. Empty when the process is not the
  /// runner's.
  Optional<String> ask(Handle handle, long key, String instance, @Nullable String unfit) {
    return handle
        .createQuery(ASK)
        .bind("key", key)
        .bind("instance", instance)
        .bind("unfit", unfit)
        .mapTo(String.class)
        .findOne();
  }

  /// Notes that a runner was heard; false when the process is not the runner's.
  boolean touch(Handle handle, long key, String instance) {
    return handle.createUpdate(TOUCH).bind("key", key).bind("instance", instance).execute() == 1;
  }

  /// The process that speaks with the runner's key; empty text before the first.
  String instance(Handle handle, long key) {
    return handle.createQuery(INSTANCE).bind("key", key).mapTo(String.class).one();
  }

  long key(Handle handle, String id) {
    return handle.createQuery(KEY).bind("id", id).mapTo(long.class).one();
  }

  void countFault(Handle handle, long key, int most, String reason) {
    handle.createUpdate(FAULT).bind("key", key).bind("most", most).bind("reason", reason).execute();
  }

  void forgetFaults(Handle handle, long key) {
    handle.createUpdate(NO_FAULT).bind("key", key).execute();
  }

  /// Its key; empty when there is no such runner, or it is retired.
  Optional<Long> setState(Handle handle, String id, String state, @Nullable String reason) {
    return handle
        .createQuery(SET_STATE)
        .bind("id", id)
        .bind("state", state)
        .bind("reason", reason)
        .mapTo(Long.class)
        .findOne();
  }

  /// What the runners have that are registered, described and not retired.
  List<RunnerOffer> offers(Handle handle) {
    return handle
        .createQuery(OFFERS)
        .map((row, _) ->
            new RunnerOffer(
                row.getString("name"),
                row.getString("pool"),
                Set.copyOf(texts(row, "labels")),
                row.getString("arch"),
                row.getInt("cores"),
                row.getLong("memory_bytes"),
                row.getInt("gpu"),
                Set.copyOf(texts(row, "image_digests"))))
        .list();
  }

  /// A row of a page.
  record Row(long key, RunnerView view) {}

  List<Row> page(Handle handle, long below, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("below", below)
        .define("limit", limit)
        .map((row, _) -> new Row(row.getLong("key"), view(row)))
        .list();
  }

  /// @param machineClass absent for any
  List<Row> search(
      Handle handle,
      RunnerFilter filter,
      @Nullable MachineClass machineClass,
      long below,
      int limit) {
    return handle
        .createQuery(SEARCH)
        .bind("below", below)
        .define("limit", limit)
        .bind("state", filter.state())
        .bind("text", filter.text())
        .bind("arch", machineClass == null ? null : machineClass.arch())
        .bind("cores", machineClass == null ? 0 : machineClass.cores())
        .bind("memory", machineClass == null ? 0 : machineClass.memoryBytes())
        .bind("model", machineClass == null ? "" : JsonCodec.toLine(machineClass.cpuModel()))
        .map((row, _) -> new Row(row.getLong("key"), view(row)))
        .list();
  }

  /// How many queued jobs a runner could take, counted up to `most`.
  int waiting(Handle handle, String id, int most) {
    return handle.createQuery(WAITING).bind("id", id).bind("most", most).mapTo(Integer.class).one();
  }

  Optional<RunnerView> find(Handle handle, String id) {
    return handle.createQuery(ONE).bind("id", id).map((row, _) -> view(row)).findOne();
  }

  private static RunnerView view(ResultSet row) throws SQLException {
    return RunnerView.of(
        new RunnerView.Facts(
            row.getString("id"),
            row.getString("name"),
            row.getString("pool"),
            texts(row, "labels"),
            row.getString("state"),
            row.getString("state_reason"),
            row.getInt("faults_in_row"),
            row.getObject("registered_at", OffsetDateTime.class).toInstant()),
        row.getBoolean("is_heard"),
        row.getString("activity"),
        row.getString("job_id"),
        instant(row, "last_seen_at"),
        row.getObject("described_at", OffsetDateTime.class) == null ? null : description(row));
  }

  private static RunnerView.Description description(ResultSet row) throws SQLException {
    return new RunnerView.Description(
        row.getInt("protocol"),
        row.getString("version"),
        RunnerView.machine(row.getString("machine")),
        row.getInt("cores"),
        row.getLong("memory_bytes"),
        row.getInt("gpu"),
        texts(row, "image_digests"),
        row.getLong("clock_offset_millis"),
        row.getObject("described_at", OffsetDateTime.class).toInstant());
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }

  static List<String> texts(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    return List.of((String[]) array.getArray());
  }
}
