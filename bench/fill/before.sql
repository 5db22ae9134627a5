-- Fills a migrated, empty database of a platform, as its superuser, with everything that comes before results. Variables of
-- psql: runs, cases. Benchmarks and implementations are of very different sizes, as they are in life: the k-th of b
-- benchmarks gets a share of 1/k, the same for implementations in it.
\timing off
set synchronous_commit = off;
set max_parallel_workers_per_gather = 0;
set work_mem = '256MB';
-- What refers to what is right by how it is made.
set session_replication_role = replica;
\set spec `cat spec`
\set opened `cat opened`
\set closed `cat closed`
\set result `cat result`
\set point `cat point`
\set solution `cat solution`
begin;
-- Indexes are made anew at the end, which is faster.
create schema bench;
create table bench.index as
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relname in ('job', 'run', 'attempt', 'verdict')
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid);
select format('drop index %s', name) from bench.index \gexec
-- Documents are as large as real ones, and the same for all runs; they are compressed here, once.
create table bench.document (name text primary key, text text storage main);
insert into bench.document values ('opened', :'opened'), ('closed', :'closed'), ('result', :'result'), ('point', :'point');
create table bench.size as
  select :runs::bigint as runs, :cases::int as cases,
    greatest(2, least(50, (:runs / 2000)::int)) as benchmarks,
    greatest(5, least(200, (:runs / 500)::int)) as implementations;
insert into account (id, name, role) select 'a' || i, 'author ' || i, case when i = 1 then 'operator' when i <= 20 then 'host' else 'author' end
  from generate_series(1, 300) i;
insert into benchmark (name, owner_key, is_private)
  select 'bench/b' || i, 1 + i % 20, false from bench.size, generate_series(1, benchmarks) i;
insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference, image_digest, archive_blob, archive_bytes, findings, published_by)
  select b.key, '1.0.0', md5(b.name), b.name, replace(:'spec', '@NAME@', b.name), 'image', 'sha256:1', 'x', 1, '[]', b.owner_key from benchmark b;
insert into implementation (id, benchmark_key, owner_key, name, is_private)
  select 'i' || b.key || '-' || i, b.key, 1 + (b.key * 7 + i) % 300, 'implementation ' || i, i % 20 = 0
  from bench.size, benchmark b, generate_series(1, implementations) i;
insert into runner (id, name, pool, labels, key_hash) select 'n' || i, 'runner ' || i, 'p', '{}', decode(md5(i::text), 'hex') from generate_series(1, 4) i;
insert into submission (id, implementation_key, repository, path, commit_id, tree_hash, solution, image_reference, image_digest, submitted_by)
  select 's' || m.key, m.key, 'https://example.org/x.git', '.', md5(m.key::text) || '00000000', 'tree', :'solution', 'image', 'sha256:1', m.owner_key
  from implementation m;
-- Which implementation each run is of: 1/k by the inverse of a logarithm. Submissions have the implementations' keys.
create table bench.plan as
  select r, m.key as implementation, m.benchmark_key as benchmark, m.owner_key as owner, v.key as version,
    'x86_64, AMD EPYC 7763 64-Core Processor, 1 core, 1024 MiB' || case when second_class then ' B' else '' end as class
  from (select r, (1 + floor(exp(random() * ln(s.benchmarks)) - 1))::int as b,
      (1 + floor(exp(random() * ln(s.implementations)) - 1))::int as i, random() < 0.2 as second_class
    from bench.size s, generate_series(1, s.runs) r) p
  join implementation m on m.id = 'i' || p.b || '-' || p.i
  join bundle_version v on v.benchmark_key = m.benchmark_key
  order by r;
insert into job (key, id, kind, benchmark_key, bundle_version_key, author_key, submission_key, is_ranked, document, hash, cores, memory_bytes, gpu, labels, needed_images, state, attempt, runner_key, ended_at)
  overriding system value
  select r, 'j' || r, 'measure', benchmark, version, owner, s.key, true, '{}', 'h', 1, 1, 0, '{}', '{}', 'finished', 1, 1 + r % 4, now()
  from bench.plan join submission s on s.id = 's' || implementation order by r;
insert into attempt (job_key, attempt, runner_key, instance, run_id, ended_at, outcome)
  select r, 1, 1 + r % 4, 'x', 'j' || r || '-1', now(), 'ended' from bench.plan order by r;
insert into run (key, id, job_key, attempt, runner_key, submission_key, implementation_key, bundle_version_key, machine_class, document)
  overriding system value
  select r, 'j' || r || '-1', r, 1, 1 + r % 4, s.key, implementation, version, class, d.text
  from bench.plan join submission s on s.id = 's' || implementation, bench.document d where d.name = 'opened' order by r;
select setval(pg_get_serial_sequence('job', 'key'), :runs), setval(pg_get_serial_sequence('run', 'key'), :runs) \g /dev/null
commit;
