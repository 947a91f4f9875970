-- Run once with psql, as a superuser, after roles.sql and before the first "binnacle migrate".
\set ON_ERROR_STOP on

create database binnacle owner binnacle_migrate;
revoke all on database binnacle from public;
grant connect on database binnacle to binnacle_serve, binnacle_work;

\connect binnacle

-- For whatever a migration creates, now or later. grants.sql then takes back what is too much.
alter default privileges for role binnacle_migrate
  grant usage on schemas to binnacle_serve, binnacle_work;
alter default privileges for role binnacle_migrate
  grant select, insert, update, delete on tables to binnacle_serve, binnacle_work;
alter default privileges for role binnacle_migrate
  grant usage on sequences to binnacle_serve, binnacle_work;
