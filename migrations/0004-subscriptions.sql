-- Subscription ids are given by operators or made by us; callers may write them in any case.
create table subscription (
  id               text primary key check (id ~ '^[a-z0-9-]{1,64}$'),
  organization_id  uuid not null references organization (id),
  display_name     text not null,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create index subscription_by_organization on subscription (organization_id);

create type subscription_role as enum ('owner', 'contributor', 'reader');

-- Accounts and service accounts hold roles, so principal_id refers to no single table.
create table subscription_member (
  subscription_id  text not null references subscription (id),
  principal_id     uuid not null,
  role             subscription_role not null,
  created_at       timestamptz(3) not null,
  primary key (subscription_id, principal_id)
);
create index subscription_member_by_principal on subscription_member (principal_id);
