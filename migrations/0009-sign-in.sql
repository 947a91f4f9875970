-- What the sign-in remembers of sessions, interactions, grants, codes and refresh tokens. Whatever
-- could be presented by a caller is kept as SHA-256, and the record itself is sealed with a key that
-- the database does not have.
create table oauth_record (
  kind            text not null,
  id_hash         bytea not null check (length(id_hash) = 32),
  sealed          bytea not null,
  grant_hash      bytea,
  uid_hash        bytea,
  user_code_hash  bytea,
  expires_at      timestamptz(3),
  consumed_at     timestamptz(3),
  primary key (kind, id_hash)
);
create index oauth_record_by_grant on oauth_record (grant_hash) where grant_hash is not null;
create index oauth_record_by_uid on oauth_record (uid_hash) where uid_hash is not null;
create index oauth_record_by_user_code on oauth_record (user_code_hash) where user_code_hash is not null;
create index oauth_record_by_end on oauth_record (expires_at);

-- A key is published before it signs and after it has stopped, so that verifiers always know it.
create table signing_key (
  id                  uuid primary key,
  public_jwk          jsonb not null,
  sealed_private_jwk  bytea not null,
  starts_at           timestamptz(3) not null,
  created_at          timestamptz(3) not null
);

-- Registered by operators. A client with the flow client-credentials is a service account, and
-- principal_id is what holds its roles on subscriptions.
create table oauth_client (
  id                  text primary key,
  principal_id        uuid not null,
  display_name        text not null,
  -- SHA-256 of 256 random bits that we made; none for a client that cannot keep a secret.
  secret_hash         bytea check (length(secret_hash) = 32),
  redirect_uris       text[] not null,
  flows               text[] not null check (flows <@ array['implicit', 'code', 'client-credentials']),
  disabled_at         timestamptz(3),
  -- Tokens issued before this moment are refused.
  tokens_valid_after  timestamptz(3),
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null
);
create unique index oauth_client_by_principal on oauth_client (principal_id);

create table account_password (
  account_id  uuid primary key references account (id),
  salt        bytea not null,
  hash        bytea not null,
  updated_at  timestamptz(3) not null
);

-- Sets a password once. The secret in the link is kept as SHA-256.
create table one_use_link (
  hash        bytea primary key check (length(hash) = 32),
  account_id  uuid not null references account (id),
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  used_at     timestamptz(3)
);
create index one_use_link_by_account on one_use_link (account_id);
