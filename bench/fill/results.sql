-- What came of the runs of `before.sql`. A table that is emptied in its own transaction is filled without a log.
set synchronous_commit = off;
set max_parallel_workers_per_gather = 0;
set session_replication_role = replica;
begin;
alter table run_end disable trigger never_emptied;
alter table point_result disable trigger never_emptied;
alter table verdict disable trigger never_emptied;
truncate run_end, point_result, verdict;
insert into run_end (run_key, state, document)
  select r, 'finished', d.text from bench.plan, bench.document d where d.name = 'closed' order by r;
insert into point_result (run_key, point_no, point, document, peak_memory_bytes)
  select r, 0, n.text, d.text, 1048576 * (20 + implementation * 37 % 400) from bench.plan, bench.document d, bench.document n
  where d.name = 'result' and n.name = 'point' order by r;
insert into verdict (run_key, point_no, point, bundle_version_key, implementation_key, machine_class, outcome, reason, cases_ok, cases_all, is_suspect, is_ranked, score)
  select r, 0, n.text, version, implementation, class,
    case when r % 10 = 0 then 'fail' when r % 17 = 0 then 'not-judged' else 'pass' end, 'all cases ok', cases, cases,
    r % 50 = 0, true, (1 + implementation % 50 / 25.0) * 1e-3
  from bench.plan, bench.size, bench.document n where n.name = 'point' order by r;
alter table run_end enable always trigger never_emptied;
alter table point_result enable always trigger never_emptied;
alter table verdict enable always trigger never_emptied;
commit;
