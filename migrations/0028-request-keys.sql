-- The key under which a caller sent a create: sent again within a day, it is not done again.
create table request_key (
  -- The account, app, organization or service account that called.
  scope_id     text not null,
  -- SHA-256 of the header, the key, the path and the token of the caller.
  digest       bytea not null check (length(digest) = 32),
  body_digest  bytea not null check (length(body_digest) = 32),
  -- The id of what the request created.
  created_id   text not null,
  created_at   timestamptz(3) not null,
  primary key (scope_id, digest)
);
create index request_key_by_time on request_key (created_at);

-- Tools send one x-ms-client-request-id with several changes, so it is not unique. The release before
-- looks a repeat up by it.
drop index event_revision_by_request;
create index event_revision_by_request on event_revision (actor_id, client_request_id);
