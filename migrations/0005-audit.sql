-- Every change of anything is one row here, written in the transaction of the change.
-- scope_id is the owner, subscription or account the changed thing belongs to; `platform` for what
-- belongs to nobody.
create table audit (
  scope_id       text not null,
  id             uuid not null,
  at             timestamptz(3) not null,
  actor_kind     text not null,
  actor_id       text,
  -- The API token the change was made with.
  token_id       uuid,
  action         text not null,
  target         text not null,
  before         jsonb,
  after          jsonb,
  source         text,
  request_id     uuid,
  primary key (scope_id, id)
);
create index audit_by_time on audit (at);
