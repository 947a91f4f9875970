create type token_kind as enum ('user', 'app', 'org');

-- On the wire `all` is Full access and `viewer` is Read-only.
create type token_access as enum ('all', 'viewer');

-- home_id is the account of a user token, the owner of an app token's app, the organization of an
-- org token. The token value carries it, so that checking a token looks in one place only.
create table api_token (
  home_id          uuid not null,
  id               uuid not null,
  -- SHA-256 of the token value. The value itself is stored nowhere.
  hash             bytea not null check (length(hash) = 32),
  kind             token_kind not null,
  access           token_access not null,
  description      text not null default '',
  app_id           uuid,
  created_by       uuid not null references account (id),
  -- The token this one was made with; none when a signed-in person or the bootstrap made it.
  maker_home_id    uuid,
  maker_id         uuid,
  created_at       timestamptz(3) not null,
  expires_at       timestamptz(3),
  -- To the minute, written in batches behind the requests.
  last_used_at     timestamptz(3),
  -- Kept after revocation, so that the holder is told what happened instead of "unknown".
  revoked_at       timestamptz(3),
  primary key (home_id, id),
  check ((kind = 'app') = (app_id is not null)),
  check ((maker_home_id is null) = (maker_id is null))
);
create unique index api_token_by_hash on api_token (home_id, hash);
create index api_token_by_creator on api_token (created_by);
create index api_token_by_maker on api_token (maker_home_id, maker_id) where maker_id is not null;
