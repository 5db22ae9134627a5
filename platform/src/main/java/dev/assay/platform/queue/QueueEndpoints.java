package dev.assay.platform.queue;

import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;

/// What the platform answers about runners and jobs.
public final class QueueEndpoints implements Endpoints {
  private final RunnerEndpoints runners;
  private final JobEndpoints jobs;

  public QueueEndpoints(RunnerRegistry registry, JobQueue queue, Leases leases, JobDesk desk) {
    this.runners = new RunnerEndpoints(registry, queue, leases);
    this.jobs = new JobEndpoints(desk);
  }

  @Override
  public void register(Routes routes) {
    runners.register(routes);
    jobs.register(routes);
  }
}
