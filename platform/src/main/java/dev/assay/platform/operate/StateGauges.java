package dev.assay.platform.operate;

import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.store.Database;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is looked up when somebody asks for metrics.
final class StateGauges implements MultiCollector {
  private static final Logger LOG = LoggerFactory.getLogger(StateGauges.class);

  private final Database database;
  private final StateRepository states;
  private final Supplier<FolderBlobs.Use> blobUse;

  StateGauges(Database database, Supplier<FolderBlobs.Use> blobUse) {
    this.database = database;
    this.states = new StateRepository(database.jdbi());
    this.blobUse = blobUse;
  }

  @Override
  public MetricSnapshots collect() {
    var gauges = new ArrayList<GaugeSnapshot>();
    addState(gauges);
    Database.PoolUse pool = database.poolUse();
    gauges.add(
        byLabel(
            "assay_database_connections",
            "Connections of this process to the database.",
            Map.of("active", (long) pool.active(), "idle", (long) pool.idle())));
    gauges.add(
        one(
            "assay_database_waiting_threads",
            "Threads that wait for a connection.",
            pool.waiting()));
    gauges.add(one("assay_blobs", "Blobs that are stored; counted hourly.", blobUse.get().count()));
    gauges.add(
        one(
            "assay_blob_bytes",
            "Size of all blobs together; counted hourly.",
            blobUse.get().bytes()));
    return new MetricSnapshots(List.copyOf(gauges));
  }

  /// A scrape must answer when the database is away, too.
  private void addState(List<GaugeSnapshot> gauges) {
    StateRepository.State state;
    try {
      state = states.load();
    } catch (RuntimeException e) {
      LOG.warn("metrics of the database could not be read: {}", e.toString());
      gauges.add(one("assay_database_up", "Whether the database answers.", 0));
      return;
    }
    gauges.add(one("assay_database_up", "Whether the database answers.", 1));
    gauges.add(one("assay_jobs_queued", "Jobs that wait for a runner.", state.queued()));
    gauges.add(
        one(
            "assay_oldest_queued_job_seconds",
            "How long the oldest waiting job has waited.",
            state.oldestSeconds()));
    gauges.add(one("assay_jobs_running", "Jobs that are with a runner.", state.running()));
    gauges.add(
        byLabel(
            "assay_jobs_ended_last_day",
            "Jobs of the last 24 h by terminal state.",
            state.ended()));
    gauges.add(
        byLabel(
            "assay_runners",
            "Runners by state; silent ones were not heard of for 60 s.",
            state.runners()));
  }

  private static GaugeSnapshot one(String name, String help, Number value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(help)
        .dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value.doubleValue()).build())
        .build();
  }

  private static GaugeSnapshot byLabel(String name, String help, Map<String, Long> amounts) {
    var gauge = GaugeSnapshot.builder().name(name).help(help);
    amounts.forEach((state, amount) ->
        gauge.dataPoint(
            GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(Labels.of("state", state))
                .value(amount)
                .build()));
    return gauge.build();
  }
}
