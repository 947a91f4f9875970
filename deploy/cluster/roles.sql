-- Run once with psql, as a superuser. The passwords are taken from the environment: MIGRATE_PASSWORD,
-- SERVE_PASSWORD and WORK_PASSWORD.
\set ON_ERROR_STOP on
-- A variable that is not set in the environment leaves these as they are.
\set migrate_password ''
\set serve_password ''
\set work_password ''
\getenv migrate_password MIGRATE_PASSWORD
\getenv serve_password SERVE_PASSWORD
\getenv work_password WORK_PASSWORD

select '' in (:'migrate_password', :'serve_password', :'work_password') as is_missing \gset
\if :is_missing
do $$ begin
  raise exception 'MIGRATE_PASSWORD, SERVE_PASSWORD or WORK_PASSWORD is not set. Export all three and run roles.sql again.';
end $$;
\endif

create role binnacle_migrate login password :'migrate_password';
create role binnacle_serve login password :'serve_password';
create role binnacle_work login password :'work_password';

-- The timeline of a read replica is in its statistics (DATABASE_READ_URLS).
grant pg_read_all_stats to binnacle_serve;
