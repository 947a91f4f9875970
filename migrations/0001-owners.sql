-- An owner is an account (a person) or an organization. Both take their name from one namespace,
-- so the registry below, keyed by the name itself, is what makes a name unique.
create type owner_kind as enum ('user', 'org');

create table owner_name (
  -- Lower case: names compare without regard to case. The owner's row keeps the spelling.
  key         text primary key check (key = lower(key)),
  owner_id    uuid not null,
  owner_kind  owner_kind not null
);
create unique index owner_name_by_owner on owner_name (owner_id);

create table account (
  id                  uuid primary key,
  name                text not null,
  display_name        text not null,
  email               text not null,
  avatar_url          text,
  -- The platform role. Read with each request, so that taking it away acts at once.
  is_operator         boolean not null default false,
  disabled_at         timestamptz(3),
  -- Bearer tokens issued before this moment are refused.
  tokens_valid_after  timestamptz(3),
  -- API tokens this account created and nobody revoked yet. Raised conditionally in the
  -- transaction that creates a token: that is what keeps the limit exact.
  token_count         integer not null default 0 check (token_count >= 0),
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null
);

-- An e-mail belongs to one account.
create table account_email (
  key         text primary key check (key = lower(key)),
  account_id  uuid not null references account (id)
);
create index account_email_by_account on account_email (account_id);

-- Accounts are keyed by who vouches for them and under which name, never by e-mail.
-- The bundled provider's issuer is stored as 'local', whatever address it is reached at.
create table account_identity (
  issuer      text not null,
  subject     text not null,
  account_id  uuid not null references account (id),
  primary key (issuer, subject)
);
create index account_identity_by_account on account_identity (account_id);

create table organization (
  id            uuid primary key,
  name          text not null,
  display_name  text not null,
  avatar_url    text,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);

create type organization_role as enum ('admin', 'collaborator', 'member');

create table organization_member (
  organization_id  uuid not null references organization (id),
  account_id       uuid not null references account (id),
  role             organization_role not null,
  joined_at        timestamptz(3) not null,
  primary key (organization_id, account_id)
);
-- "My organizations": one of the few lists that reach across owners.
create index organization_member_by_account on organization_member (account_id);
