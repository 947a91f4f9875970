-- WebAuthn credentials. The counter is recorded and never compared: synchronised passkeys do not count.
create table passkey (
  credential_id  bytea primary key,
  account_id     uuid not null references account (id),
  public_key     bytea not null,
  counter        bigint not null,
  transports     text[] not null,
  name           text not null,
  created_at     timestamptz(3) not null,
  last_used_at   timestamptz(3)
);
create index passkey_by_account on passkey (account_id);

-- The secret of an authenticator app, encrypted. It is stored when a first code has confirmed it.
create table totp_secret (
  account_id      uuid primary key references account (id),
  sealed_secret   bytea not null,
  confirmed_at    timestamptz(3) not null,
  -- The number of the 30 seconds whose code was accepted last. A code of this step or before is refused.
  last_used_step  bigint not null
);

-- SHA-256 of 80 random bits each.
create table recovery_code (
  account_id  uuid not null references account (id),
  hash        bytea not null check (length(hash) = 32),
  created_at  timestamptz(3) not null,
  used_at     timestamptz(3),
  primary key (account_id, hash)
);

-- When a second factor was last given in a session. The id is the one that access tokens name.
create table second_factor_use (
  account_id  uuid not null references account (id),
  session_id  uuid not null,
  method      text not null check (method in ('passkey', 'totp', 'recovery-code', 'issuer', 'break-glass')),
  used_at     timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  primary key (account_id, session_id)
);
create index second_factor_use_by_end on second_factor_use (expires_at);

-- Wrong codes of an account: of one browser that has signed in as it before, or of all others together.
create table second_factor_failure (
  account_id  uuid not null references account (id),
  browser     text not null,
  failures    integer not null check (failures > 0),
  failed_at   timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  primary key (account_id, browser)
);
create index second_factor_failure_by_end on second_factor_failure (expires_at);

-- What a passkey has to sign: once, for one purpose, in the sign-in or session of one browser.
create table passkey_challenge (
  account_id      uuid not null references account (id),
  context_hash    bytea not null check (length(context_hash) = 32),
  purpose         text not null check (purpose in ('give', 'enrol')),
  challenge_hash  bytea not null check (length(challenge_hash) = 32),
  expires_at      timestamptz(3) not null,
  primary key (account_id, context_hash, purpose)
);
create index passkey_challenge_by_end on passkey_challenge (expires_at);

-- Whether members need a second factor.
alter table organization add column requires_second_factor boolean not null default false;
