package dev.assay.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.RunState;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.testkit.ResultsWorld;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Who hears of what, and what is said.
class WebhookEventsTest {
  private final WebhookWorld world = new WebhookWorld();
  private final Caller author = world.results.author();
  private final Caller host = world.results.host();

  @AfterEach
  void close() {
    world.close();
  }

  private void follow(Caller caller) {
    world.webhooks.create(
        caller,
        WebhookWorld.account(caller),
        new Webhooks.NewWebhook(
            world.receiver.url(), List.of("standing.changed"), List.of(ResultsWorld.BENCHMARK)));
  }

  @Test
  void writesNothingDownWhileNobodyListens() {
    world.measure("ntt");

    assertThat(world.results.rows("webhook_event")).isZero();
  }

  @Test
  void tellsAuthorsOfTheirRuns() {
    world.hook(author, "run.finished");
    world.hook(host, "run.finished");

    String run = world.measure("ntt");

    assertThat(world.deliver()).isEqualTo(1);
    var told = world.receiver.last();
    assertThat(told.event()).isEqualTo("run.finished");
    assertThat(told.text("/event")).isEqualTo("run.finished");
    assertThat(told.text("/platform")).isEqualTo("https://assay.test");
    assertThat(told.text("/run/id")).isEqualTo(run);
    assertThat(told.text("/run/url")).isEqualTo("https://assay.test/runs/" + run);
    assertThat(told.text("/run/state")).isEqualTo("finished");
    assertThat(told.text("/run/implementation/id")).isEqualTo("ntt");
    assertThat(told.text("/run/points/0/outcome")).isEqualTo("pass");
    assertThat(told.json().at("/run/points/1/score").asDouble()).isEqualTo(2e-3);
    assertThat(world.results.rows("webhook_event")).isZero();
  }

  @Test
  void tellsNothingTwiceWhenReportsAreRepeated() {
    world.hook(author, "run.finished", "standing.changed");
    var planned = world.results.plan("ntt");
    var messages = planned.messages(RunState.FINISHED, List.of(planned.point(0, one -> 1e-3)));

    world.report(planned, messages);
    world.report(planned, messages);

    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.deliver()).isZero();
  }

  @Test
  void tellsHostsAndFollowersOfStandings() {
    Caller reader = world.someone("rita", Role.AUTHOR);
    world.hook(host, "standing.changed");
    world.hook(author, "standing.changed");
    follow(reader);

    String run = world.measure("ntt");

    assertThat(world.deliver()).isEqualTo(2);
    var told = world.receiver.last();
    assertThat(told.text("/standing/benchmark")).isEqualTo("polymul/negacyclic");
    assertThat(told.text("/standing/cause")).isEqualTo("run");
    assertThat(told.text("/standing/url"))
        .isEqualTo("https://assay.test/benchmarks/polymul~negacyclic?version=1.0.0");
    assertThat(told.json().at("/standing/entries")).hasSize(2);
    assertThat(told.text("/standing/entries/0/run")).isEqualTo(run);
  }

  @Test
  void tellsNothingOfRunsThatBringNoEntry() {
    world.hook(host, "standing.changed");
    var planned = world.results.plan("ntt");

    world.report(planned, planned.messages(RunState.BUILD_FAILED, List.of()));

    assertThat(world.deliver()).isZero();
    assertThat(world.results.rows("webhook_event")).isZero();
  }

  @Test
  void tellsOfPrivateThingsThoseOnlyWhoMaySeeThem() {
    Caller reader = world.someone("rita", Role.AUTHOR);
    Caller operator = world.someone("olga", Role.OPERATOR);
    follow(reader);
    follow(operator);
    world.measure("ntt");
    assertThat(world.deliver()).isEqualTo(2);

    world.sql("update implementation set is_private = true");
    world.measure("ntt");
    assertThat(world.deliver()).as("to the operator").isEqualTo(1);

    world.sql("update implementation set is_private = false");
    world.sql("update benchmark set is_private = true");
    world.measure("ntt");
    assertThat(world.deliver()).as("to the operator").isEqualTo(1);
  }

  @Test
  void tellsOfDecisionsAboutSuspects() {
    world.hook(host, "standing.changed");
    world.measure("ntt");
    world.deliver();

    world.sql(
        """
        insert into suspicion_decision (run_key, point_no, is_cleared, reason, decided_by)
        select r.key, 1, true, 'looked at', a.key from run r, account a where a.name = 'host'
        """);

    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.receiver.last().text("/standing/cause")).isEqualTo("decision");
    assertThat(world.receiver.last().text("/standing/entries/0/point")).isEqualTo("N2048-W64");
  }

  @Test
  void tellsOfVerdictsThatARejudgingChanged() {
    Caller other = world.someone("bo", Role.AUTHOR);
    world.hook(author, "verdict.changed");
    world.hook(host, "verdict.changed");
    world.hook(other, "verdict.changed");
    String run = world.measure("ntt");
    world.sql(
        """
        insert into rejudge_set (id, benchmark_key, bundle_version_key, state, created_by)
        select 'set', b.key, v.key, 'ready', b.owner_key
        from benchmark b join bundle_version v on v.benchmark_key = b.key
        """);
    world.sql(
        """
        insert into rejudge_item (set_key, run_key, run_blob)
        select s.key, r.key, 'x' from rejudge_set s, run r
        """);
    world.sql(
        """
        insert into verdict (run_key, point_no, point, bundle_version_key, implementation_key,
          machine_class, rejudge_set_key, outcome, reason, cases_ok, cases_all, is_suspect, is_ranked)
        select run_key, point_no, point, d.bundle_version_key, implementation_key, machine_class, s.key,
          case point_no when 0 then 'fail' else 'pass' end, 'again', 1, 1, false, true
        from verdict d, rejudge_set s
        """);
    assertThat(world.deliver()).isZero();

    world.sql("update rejudge_set set state = 'applied'");

    assertThat(world.deliver()).isEqualTo(2);
    var told = world.receiver.last();
    assertThat(told.text("/rejudging/id")).isEqualTo("set");
    assertThat(told.json().at("/rejudging/changes")).hasSize(1);
    assertThat(told.text("/rejudging/changes/0/run")).isEqualTo(run);
    assertThat(told.text("/rejudging/changes/0/before")).isEqualTo("pass");
    assertThat(told.text("/rejudging/changes/0/after")).isEqualTo("fail");
  }

  @Test
  void tellsAuthorsOfJobsThatFailedAndHostsOfTheirBundles() {
    world.hook(author, "job.failed");
    world.hook(host, "job.failed");
    world.results.plan("a");
    world.results.plan("b");
    world.results.plan("c");

    world.sql("update job set state = 'platform-error', state_reason = 'lost' where id = 'job1'");
    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.receiver.last().text("/job/state_reason")).isEqualTo("lost");
    assertThat(world.receiver.last().text("/job/url")).isEqualTo("https://assay.test/jobs/job1");

    world.sql("update implementation set is_private = true");
    world.sql("update job set state = 'bundle-error' where id = 'job2'");
    assertThat(world.deliver()).isEqualTo(2);
    assertThat(world.receiver.received)
        .extracting(told -> told.json().at("/job").has("implementation"))
        .as("the author, then the author and the host, who may not see the implementation")
        .containsExactlyInAnyOrder(true, true, false);

    world.sql("update job set state = 'cancelled' where id = 'job3'");
    assertThat(world.deliver()).isZero();
  }

  @Test
  void tellsOperatorsOfRunnersAndOfLateReportsOnceARun() {
    Caller operator = world.someone("olga", Role.OPERATOR);
    world.hook(operator, "runner.set-aside", "report.late");

    world.sql("update runner set state = 'set-aside', state_reason = 'hot'");
    world.sql("update runner set state_reason = 'hotter'");
    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.receiver.last().text("/runner/state_reason")).isEqualTo("hotter");

    var planned = world.results.plan("ntt");
    world.sql("update job set attempt = 2");
    world.report(
        planned, planned.messages(RunState.FINISHED, List.of(planned.point(0, one -> 1e-3))));
    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.receiver.last().text("/report/run")).isEqualTo(planned.runId());

    world.sql("update account set role = 'author' where name = 'olga'");
    world.sql("update runner set state = 'active'");
    world.sql("update runner set state = 'set-aside'");
    assertThat(world.deliver()).as("an operator no more").isZero();
  }

  @Test
  void tellsNothingToDisabledAccountsAndPausedWebhooks() {
    String hook = world.hook(author, "run.finished").webhook().id();
    world.sql("update account set disabled_at = now() where name = 'author'");
    world.measure("ntt");
    assertThat(world.deliver()).isZero();

    world.sql("update account set disabled_at = null");
    world.webhooks.change(
        author,
        WebhookWorld.account(author),
        hook,
        new Webhooks.WebhookChange(null, null, null, true));
    world.measure("ntt");
    assertThat(world.deliver()).isZero();
    assertThat(world.results.rows("webhook_event")).isZero();
  }

  @Test
  void leavesAnEventThatCannotBeToldToTheOperatorAndGoesOn() {
    world.hook(author, "run.finished");
    world.sql(
        "insert into webhook_event (event, cause, subject_key) values ('run.finished', 'run', 404)");
    world.measure("ntt");

    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.results.rows("webhook_event where failures = 5")).isEqualTo(1);
  }
}
