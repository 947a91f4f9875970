-- Run once with psql, as a superuser, after roles.sql and before the first "binnacle migrate".
\set ON_ERROR_STOP on

create database binnacle owner binnacle_migrate;
revoke all on database binnacle from public;
grant connect on database binnacle to binnacle_serve, binnacle_work;
