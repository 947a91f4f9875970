-- Every table of an owner's things begins its key with the owner, so that all of one owner's rows
-- can live in one place. Transferring an app deletes and inserts it under the new owner.
create table app (
  owner_id      uuid not null,
  id            uuid not null,
  owner_kind    owner_kind not null,
  name          text not null,
  -- Lower case: app names compare without regard to case within their owner.
  name_key      text not null check (name_key = lower(name_key)),
  display_name  text not null,
  description   text,
  os            text not null,
  platform      text not null,
  release_type  text,
  icon_url      text,
  -- Identifies the app to SDKs. Not a credential of this API.
  app_secret    uuid not null,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (owner_id, id)
);
create unique index app_by_name on app (owner_id, name_key);

create type app_role as enum ('manager', 'developer', 'viewer');

create table app_member (
  owner_id    uuid not null,
  app_id      uuid not null,
  account_id  uuid not null references account (id),
  role        app_role not null,
  joined_at   timestamptz(3) not null,
  primary key (owner_id, app_id, account_id),
  foreign key (owner_id, app_id) references app (owner_id, id)
);
-- "My apps": reaches across owners, like organization_member_by_account.
create index app_member_by_account on app_member (account_id);
