-- Sessions that somebody signed out of. An access token names its session, and is refused when that
-- session is here. A row is needed until the last access token of the session has expired.
create table ended_session (
  account_id  uuid not null references account (id),
  id          uuid not null,
  ended_at    timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  primary key (account_id, id)
);
create index ended_session_by_end on ended_session (expires_at);
