-- The platform's whole state but for blobs. Times are the server's own. Public ids are random text;
-- keys are for joins and never leave the platform. What was measured is insert-only, and the
-- database itself holds to that.

-- People -------------------------------------------------------------------------------------

create table account (
  key            bigint generated always as identity primary key,
  id             text not null unique,
  name           text not null,
  role           text not null check (role in ('author', 'host', 'operator')),
  password_hash  text,
  jobs_waiting_quota integer,
  jobs_daily_quota   integer,
  created_at     timestamptz not null default now(),
  disabled_at    timestamptz
);
create unique index account_name on account (lower(name));

create table login_link (
  hash         bytea primary key,
  account_key  bigint not null references account,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  used_at      timestamptz
);

create table login_session (
  hash          bytea primary key,
  account_key   bigint not null references account,
  csrf_token    text not null,
  by_link       boolean not null,                      -- else by password
  started_at    timestamptz not null default now(),    -- of the login
  created_at    timestamptz not null default now(),    -- of this cookie, which is replaced daily
  expires_at    timestamptz not null,
  replaced_at   timestamptz,
  ended_at      timestamptz
);
create index login_session_account on login_session (account_key);

create table api_token (
  key           bigint generated always as identity primary key,
  id            text not null unique,
  account_key   bigint not null references account,
  name          text not null,
  hash          bytea not null unique,
  scopes        text[] not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  revoked_at    timestamptz,
  last_used_at  timestamptz
);
create index api_token_account on api_token (account_key);

create table audit_entry (
  key          bigint generated always as identity primary key,
  at           timestamptz not null default now(),
  account_key  bigint references account,
  actor        text not null,
  action       text not null,
  subject      text not null,
  detail       text not null,
  remote       text
);
create index audit_entry_actor on audit_entry (actor, key desc);
create index audit_entry_action on audit_entry (action, key desc);

create table idempotency (
  account_key   bigint not null references account,
  token         text not null,
  request_hash  text not null,
  status        integer not null,
  response      text not null,
  created_at    timestamptz not null default now(),
  primary key (account_key, token)
);

-- What is measured against -------------------------------------------------------------------

create table image (
  key           bigint generated always as identity primary key,
  reference     text not null,
  digest        text not null,
  recipe_blob   text,
  published_by  bigint not null references account,
  published_at  timestamptz not null default now(),
  unique (reference, digest)
);

-- What accounts have sent. Only who sent a blob can submit or publish it; a row without its blob is
-- an upload under way, or one that broke off.
create table blob_upload (
  account_key  bigint not null references account,
  hash         text not null,
  bytes        bigint not null,
  uploaded_at  timestamptz not null default now(),
  primary key (account_key, hash)
);

create table benchmark (
  key             bigint generated always as identity primary key,
  name            text not null unique,
  owner_key       bigint not null references account,
  is_private      boolean not null,
  reference_pool  text,
  created_at      timestamptz not null default now()
);
create index benchmark_owner on benchmark (owner_key, key desc);

create table bundle_version (
  key               bigint generated always as identity primary key,
  benchmark_key     bigint not null references benchmark,
  version           text not null,
  hash              text not null,
  title             text not null,
  spec              text not null,
  image_reference   text not null,
  image_digest      text not null,
  archive_blob      text not null,
  archive_bytes     bigint not null,
  findings          text not null,
  published_by      bigint not null references account,
  published_at      timestamptz not null default now(),
  unique (benchmark_key, version)
);
create index bundle_version_hash on bundle_version (hash);

-- What is measured ---------------------------------------------------------------------------

create table implementation (
  key            bigint generated always as identity primary key,
  id             text not null unique,
  benchmark_key  bigint not null references benchmark,
  owner_key      bigint not null references account,
  name           text not null,
  is_private     boolean not null,
  created_at     timestamptz not null default now(),
  unique (benchmark_key, owner_key, name)
);
create index implementation_owner on implementation (owner_key);
create index implementation_private on implementation (benchmark_key, owner_key) where is_private;

create table submission (
  key                 bigint generated always as identity primary key,
  id                  text not null unique,
  implementation_key  bigint not null references implementation,
  repository          text not null,
  path                text not null,
  commit_id           text not null,
  tree_hash           text not null,
  solution            text not null,
  image_reference     text not null,
  image_digest        text not null,
  source_blob         text,
  submitted_by        bigint not null references account,
  submitted_at        timestamptz not null default now()
);
create index submission_implementation on submission (implementation_key, key desc);

-- Who measures -------------------------------------------------------------------------------

create table runner_code (
  hash        bytea primary key,
  pool        text not null,
  labels      text[] not null,
  created_by  bigint not null references account,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

create table runner (
  key             bigint generated always as identity primary key,
  id              text not null unique,
  name            text not null unique,
  pool            text not null,
  labels          text[] not null,
  key_hash        bytea not null unique,
  state           text not null default 'active' check (state in ('active', 'set-aside', 'retired')),
  state_reason    text,
  faults_in_row   integer not null default 0,
  registered_at   timestamptz not null default now(),
  -- What the newest handshake said; absent before the first.
  instance        text,
  machine_id      text,
  protocol        integer,
  version         text,
  machine         text,
  arch            text,
  cores           integer,
  memory_bytes    bigint,
  gpu             integer,
  image_digests   text[] not null default '{}',
  described_at    timestamptz,
  last_seen_at    timestamptz,
  clock_offset_millis bigint,              -- of the runner's clock, above zero when it is ahead
  activity        text                     -- why it takes no job now; absent when it is fit
);

-- Every process that ever spoke with a runner's key. One that was followed by another never speaks
-- again.
create table runner_instance (
  runner_key  bigint not null references runner,
  instance    text not null,
  machine_id  text not null,
  started_at  timestamptz not null default now(),
  primary key (runner_key, instance)
);

-- Work ---------------------------------------------------------------------------------------

create table job (
  key                 bigint generated always as identity primary key,
  id                  text not null unique,
  kind                text not null check (kind in ('measure', 'rejudge')),
  benchmark_key       bigint not null references benchmark,
  bundle_version_key  bigint not null references bundle_version,
  author_key          bigint not null references account,
  submission_key      bigint references submission,      -- of kind measure
  rejudge_item_key    bigint,                            -- of kind rejudge
  is_ranked           boolean not null,                  -- the bar's points and whole sample
  document            text not null,                     -- core.job.Job; never changed
  hash                text not null,                     -- SHA-256 of the document
  -- What it asks of a runner.
  arch                text,                              -- absent: any
  cores               integer not null,
  memory_bytes        bigint not null,
  gpu                 integer not null,
  labels              text[] not null,
  pool                text,                              -- absent: any
  needed_images       text[] not null,                   -- digests that no recipe makes
  -- Where it stands.
  priority            integer not null default 0,
  state               text not null default 'queued' check (state in ('queued', 'running',
                        'finished', 'build-failed', 'bundle-error', 'platform-error', 'cancelled')),
  state_reason        text,
  attempt             integer not null default 0,        -- of the newest lease; 0 before the first
  runner_key          bigint references runner,          -- who holds the lease
  lease_end           timestamptz,
  lease_confirmed     boolean not null default false,
  cancel_requested_at timestamptz,
  cancel_requested_by bigint references account,
  progress            text,                              -- core.protocol.Progress, newest
  created_at          timestamptz not null default now(),
  queued_at           timestamptz not null default now(),
  ended_at            timestamptz
);
create index job_queue on job (priority desc, queued_at, key) where state = 'queued';
create index job_running on job (lease_end) where state = 'running';
create index job_runner on job (runner_key) where state = 'running';
create index job_author on job (author_key, key desc);
create index job_benchmark on job (benchmark_key, key desc);
create index job_submission on job (submission_key, key desc);
create index job_open on job (benchmark_key) where state in ('queued', 'running');
create index job_rejudge on job (rejudge_item_key) where rejudge_item_key is not null;
create index job_newest on job (key desc);
create index job_ended on job (ended_at, key) include (state) where ended_at is not null;
create index job_state on job (state, key desc);

-- Terminal is final, and the recipe never changes.
create function keep_job() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'job % is kept for ever', old.id using errcode = 'restrict_violation';
  end if;
  if new.document is distinct from old.document or new.hash is distinct from old.hash
      or new.id is distinct from old.id or new.bundle_version_key is distinct from old.bundle_version_key
      or new.submission_key is distinct from old.submission_key then
    raise exception 'the recipe of job % never changes', old.id using errcode = 'restrict_violation';
  end if;
  if old.state not in ('queued', 'running') and (new.state is distinct from old.state
      or new.attempt is distinct from old.attempt or new.ended_at is distinct from old.ended_at
      or new.state_reason is distinct from old.state_reason) then
    raise exception 'job % is %, which is final', old.id, old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_job before update or delete on job for each row execute function keep_job();
alter table job enable always trigger keep_job;

-- Every lease there ever was. The run's id is given out with the lease.
create table attempt (
  job_key       bigint not null references job,
  attempt       integer not null,
  runner_key    bigint not null references runner,
  instance      text not null,
  run_id        text not null unique,
  claimed_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  ended_at      timestamptz,
  outcome       text check (outcome in ('ended', 'lost', 'refused')),
  reason        text,
  primary key (job_key, attempt)
);
create index attempt_runner on attempt (runner_key, claimed_at desc);

-- When a benchmark last had a turn, and each author in it; for fairness between them.
create table turn (
  benchmark_key  bigint not null,
  author_key     bigint not null,                        -- 0: the benchmark, whoever the author
  taken_at       timestamptz not null,
  primary key (benchmark_key, author_key)
);

-- Whether a runner has what a job asks for. False for a runner that never described itself.
create function can_take(r runner, j job) returns boolean language sql stable as $$
  select coalesce((j.arch is null or j.arch = r.arch)
    and j.cores <= r.cores
    and j.memory_bytes <= r.memory_bytes
    and j.gpu <= r.gpu
    and j.labels <@ r.labels
    and (j.pool is null or j.pool = r.pool)
    and j.needed_images <@ r.image_digests, false)
$$;

-- What was measured: insert-only -------------------------------------------------------------

create table run (
  key                 bigint generated always as identity primary key,
  id                  text not null unique,
  job_key             bigint not null references job,
  attempt             integer not null,
  runner_key          bigint not null references runner,
  submission_key      bigint not null references submission,
  implementation_key  bigint not null references implementation,
  bundle_version_key  bigint not null references bundle_version,
  machine_class       text not null,
  document            text not null,                  -- core.run.Run as it was opened
  opened_at           timestamptz not null default now(),
  unique (job_key, attempt)
);
create index run_submission on run (submission_key, key desc);
create index run_implementation on run (implementation_key, key desc);
create index run_bundle_version on run (bundle_version_key, key desc);
create index run_runner on run (runner_key, key desc);

-- Which messages of an attempt are here. An attempt of a rejudge job has no run, so these go by the id
-- that was given out with the lease.
create table run_message (
  run_id       text not null references attempt (run_id),
  sequence     bigint not null,
  hash         text not null,                         -- SHA-256 of the message
  received_at  timestamptz not null default now(),
  primary key (run_id, sequence)
);

-- What came of the build, before the run is closed.
create table run_build (
  run_key      bigint primary key references run,
  document     text not null,                         -- core.protocol.ReportMessage.Built
  received_at  timestamptz not null default now()
);

-- Which runner brought which blob.
create table runner_upload (
  runner_key   bigint not null references runner,
  blob         text not null,
  bytes        bigint not null,
  received_at  timestamptz not null default now(),
  primary key (runner_key, blob)
);

-- One measurement of one case, as soon as it was made; not verified yet.
create table measured_case (
  run_key      bigint not null references run,
  point_no     integer not null,                      -- place in the job's points
  process      integer not null,                      -- 0, then the retries
  case_no      integer not null,
  document     text not null,                         -- core.run.CaseResult
  received_at  timestamptz not null default now(),
  primary key (run_key, point_no, process, case_no)
);

-- A point that is through, with all its cases.
create table point_result (
  run_key      bigint not null references run,
  point_no     integer not null,
  point        text not null,
  document     text not null,                         -- core.run.PointResult
  peak_memory_bytes bigint,                           -- of the solution's process, where it is known
  received_at  timestamptz not null default now(),
  primary key (run_key, point_no)
);

-- The cases of a point that is through, for queries over many runs.
create table case_result (
  run_key        bigint not null references run,
  point_no       integer not null,
  case_no        integer not null,
  seed           bigint not null,
  kind           smallint not null,                   -- ordinal of core.run.CaseKind
  status         smallint not null,                   -- ordinal of core.run.Status
  seconds        double precision,
  score          double precision,                    -- in the metric of the bundle's score
  primary key (run_key, point_no, case_no)
);

-- A run that is closed. It has no row while it is made, and for ever when its runner was lost.
create table run_end (
  run_key       bigint primary key references run,
  state         text not null,
  state_reason  text,
  document      text not null,                        -- core.run.Run as it was closed, without points
  received_at   timestamptz not null default now()
);

-- Logs, answers and profiles of a run.
create table run_file (
  run_key      bigint not null references run,
  name         text not null,                         -- as the run names it, as in logs/build.log
  blob         text not null,                         -- SHA-256 of the content
  bytes        bigint not null,
  received_at  timestamptz not null default now(),
  primary key (run_key, name)
);

-- Reports of an attempt that had lost its lease, and those that contradict what is stored.
create table late_report (
  key          bigint generated always as identity primary key,
  run_id       text not null,
  job_key      bigint not null references job,
  attempt      integer not null,
  runner_key   bigint not null references runner,
  sequence     bigint not null,
  reason       text not null,
  document     text not null,                         -- core.protocol.ReportMessage
  received_at  timestamptz not null default now(),
  unique (run_id, sequence, reason)
);

-- Judging: insert-only -----------------------------------------------------------------------

create table rejudge_set (
  key                 bigint generated always as identity primary key,
  id                  text not null unique,
  benchmark_key       bigint not null references benchmark,
  bundle_version_key  bigint not null references bundle_version, -- whose verifier judges
  state               text not null check (state in ('judging', 'ready', 'applied', 'dropped')),
  created_by          bigint not null references account,
  created_at          timestamptz not null default now(),
  decided_by          bigint references account,
  decided_at          timestamptz
);
-- Overlapping sets are refused: one open set for a benchmark at a time.
create index rejudge_set_benchmark on rejudge_set (benchmark_key, key desc);
create unique index rejudge_set_open on rejudge_set (benchmark_key) where state in ('judging', 'ready');

create table rejudge_item (
  key        bigint generated always as identity primary key,
  set_key    bigint not null references rejudge_set,
  run_key    bigint not null references run,
  run_blob   text not null,                           -- run.json of the run
  ended_at   timestamptz,                             -- when its runner was through
  reason     text,                                    -- why it could not be judged again
  unique (set_key, run_key)
);
create index rejudge_item_run on rejudge_item (run_key);

-- What the new verifier said of a point, all its cases.
create table rejudged_point (
  item_key     bigint not null references rejudge_item,
  point_no     integer not null,
  document     text not null,                         -- core.run.PointResult, judged again
  received_at  timestamptz not null default now(),
  primary key (item_key, point_no)
);

-- Points of runs of a version's reference solution, where its answers are what others are held against.
create table reference_point (
  bundle_version_key  bigint not null references bundle_version,
  point               text not null,
  run_key             bigint not null references run,
  point_no            integer not null,
  primary key (bundle_version_key, point, run_key)
);

-- A point's current state is the newest verdict of its newest judged run.
create table verdict (
  key                 bigint generated always as identity primary key,
  run_key             bigint not null references run,
  point_no            integer not null,
  point               text not null,
  bundle_version_key  bigint not null references bundle_version, -- whose verifier judged
  implementation_key  bigint not null references implementation,
  machine_class       text not null,
  rejudge_set_key     bigint references rejudge_set,   -- absent: as it was measured
  reference_run_key   bigint references run,           -- whose answers it waited for; absent: it did not wait
  outcome             text not null check (outcome in ('pass', 'fail', 'not-judged')),
  reason              text not null,
  cases_ok            integer not null,
  cases_all           integer not null,
  is_suspect          boolean not null,
  is_ranked           boolean not null,                -- full sample, window that may be ranked
  score               double precision,                -- folded as the bundle says
  judged_at           timestamptz not null default now(),
  unique nulls not distinct (run_key, point_no, rejudge_set_key, reference_run_key)
);
create index verdict_standing on verdict
  (bundle_version_key, point, machine_class, implementation_key, run_key desc, key desc);
create index verdict_judged on verdict
  (bundle_version_key, point, machine_class, implementation_key, run_key desc, key desc)
  where outcome <> 'not-judged';
create index verdict_newest on verdict (bundle_version_key, point, machine_class, key desc);
create index verdict_suspect on verdict (bundle_version_key, key desc) where is_suspect;
create index verdict_implementation on verdict
  (implementation_key, point, machine_class, run_key desc, key desc);

-- What a person decided about a suspect point. A record of its own beside the run.
create table suspicion_decision (
  key         bigint generated always as identity primary key,
  run_key     bigint not null references run,
  point_no    integer not null,
  is_cleared  boolean not null,
  reason      text not null,
  decided_by  bigint not null references account,
  decided_at  timestamptz not null default now()
);
create index suspicion_decision_run on suspicion_decision (run_key, point_no, key desc);

-- A point's current state: the newest verdict of its newest judged run.
create view current_verdict as
  select distinct on (bundle_version_key, point, machine_class, implementation_key) *
  from verdict
  where outcome <> 'not-judged'
  order by bundle_version_key, point, machine_class, implementation_key, run_key desc, key desc;

-- Telling others ------------------------------------------------------------------------------

create table webhook (
  key            bigint generated always as identity primary key,
  id             text not null unique,
  account_key    bigint not null references account,
  url            text not null,
  events         text[] not null,
  secret         text not null,                       -- itself, since deliveries are signed with it
  old_secret     text,                                -- the one before; signs too until it ends
  old_secret_end timestamptz,
  created_at     timestamptz not null default now(),
  paused_at      timestamptz,
  pause_reason   text,                                -- absent when its owner paused it
  failing_since  timestamptz,                         -- first failure after the newest success
  busy_until     timestamptz                          -- while one worker delivers to it
);
create index webhook_account on webhook (account_key, key desc);

-- Benchmarks of others whose standings a webhook hears of.
create table webhook_follow (
  webhook_key    bigint not null references webhook on delete cascade,
  benchmark_key  bigint not null references benchmark,
  primary key (webhook_key, benchmark_key)
);
create index webhook_follow_benchmark on webhook_follow (benchmark_key);

-- What has happened and was not turned into deliveries yet. Written by triggers, in the transaction of
-- what happened.
create table webhook_event (
  key          bigint generated always as identity primary key,
  at           timestamptz not null default now(),
  event        text not null,
  cause        text not null,                         -- what subject_key is a key of
  subject_key  bigint not null,
  failures     integer not null default 0             -- attempts to turn it into deliveries
);

create table webhook_delivery (
  key           bigint generated always as identity primary key,
  id            text not null unique,
  webhook_key   bigint not null references webhook on delete cascade,
  event_key     bigint,                               -- of a webhook_event; absent for a ping
  event         text not null,
  body          text not null,
  state         text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  created_at    timestamptz not null default now(),
  started_at    timestamptz not null default now(),   -- of these attempts; later when it is sent again
  due_at        timestamptz not null default now(),
  attempts      integer not null default 0,
  attempted_at  timestamptz,
  status        integer,                              -- of the newest answer
  answer        text,                                 -- its first KiB
  failure       text,                                 -- why the newest attempt failed
  took_nanos    bigint,                               -- of the newest attempt
  unique (webhook_key, event_key)
);
create index webhook_delivery_due on webhook_delivery (due_at, key) where state = 'waiting';
create index webhook_delivery_newest on webhook_delivery (webhook_key, key desc);
create index webhook_delivery_created on webhook_delivery (created_at);

-- Nothing is written down while nobody listens, nor while a backup is restored.
create function announce(announced text, cause text, subject bigint) returns void
    language plpgsql as $$
begin
  if coalesce(current_setting('assay.is_restoring', true), '') <> 'on'
      and exists (select from webhook w where w.paused_at is null and announced = any (w.events)) then
    insert into webhook_event (event, cause, subject_key) values (announced, cause, subject);
  end if;
end $$;

create function announce_run_end() returns trigger language plpgsql as $$
begin
  perform announce('run.finished', 'run', new.run_key);
  perform announce('standing.changed', 'run', new.run_key);
  return null;
end $$;
create trigger announce after insert on run_end for each row execute function announce_run_end();

create function announce_job() returns trigger language plpgsql as $$
begin
  perform announce('job.failed', 'job', new.key);
  return null;
end $$;
create trigger announce after update on job for each row
  when (new.state is distinct from old.state
    and new.state in ('build-failed', 'bundle-error', 'platform-error'))
  execute function announce_job();

create function announce_rejudging() returns trigger language plpgsql as $$
begin
  perform announce('verdict.changed', 'rejudging', new.key);
  perform announce('standing.changed', 'rejudging', new.key);
  return null;
end $$;
create trigger announce after update on rejudge_set for each row
  when (new.state is distinct from old.state and new.state = 'applied')
  execute function announce_rejudging();

create function announce_decision() returns trigger language plpgsql as $$
begin
  perform announce('standing.changed', 'decision', new.key);
  return null;
end $$;
create trigger announce after insert on suspicion_decision
  for each row execute function announce_decision();

create function announce_runner() returns trigger language plpgsql as $$
begin
  perform announce('runner.set-aside', 'runner', new.key);
  return null;
end $$;
create trigger announce after update on runner for each row
  when (new.state is distinct from old.state and new.state = 'set-aside')
  execute function announce_runner();

-- The first of a run; the others of the same attempt say nothing new.
create function announce_late_report() returns trigger language plpgsql as $$
begin
  if not exists (select from late_report l where l.run_id = new.run_id and l.key < new.key) then
    perform announce('report.late', 'report', new.key);
  end if;
  return null;
end $$;
create trigger announce after insert on late_report
  for each row execute function announce_late_report();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or taken away: % refused', tg_table_name, tg_op
    using errcode = 'restrict_violation';
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['run', 'run_message', 'run_build', 'measured_case', 'point_result', 'case_result', 'run_end',
      'run_file', 'late_report', 'rejudged_point', 'reference_point', 'verdict', 'suspicion_decision',
      'audit_entry',
      'bundle_version', 'submission'] loop
    execute format('create trigger insert_only before update or delete on %I
      for each row execute function refuse_change()', name);
    execute format('create trigger never_emptied before truncate on %I
      for each statement execute function refuse_change()', name);
    execute format('alter table %I enable always trigger insert_only', name);
    execute format('alter table %I enable always trigger never_emptied', name);
  end loop;
end $$;
