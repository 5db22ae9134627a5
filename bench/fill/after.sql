-- Makes the indexes that `before.sql` took away.
set maintenance_work_mem = '1GB';
select definition from bench.index \gexec
drop schema bench cascade;
vacuum analyze;
checkpoint;
select (select count(*) from run) || ' runs, ' || (select count(*) from case_result) || ' cases, ' || pg_size_pretty(pg_database_size(current_database()));
