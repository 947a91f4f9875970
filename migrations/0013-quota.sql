-- What providers offer, where, and how much of it a subscription has to begin with. Operators keep it.
create table quota_provider (
  -- In lower case; `name` has the spelling that is shown.
  key        text primary key,
  name       text not null,
  locations  text[] not null,
  updated_at timestamptz(3) not null
);

create table quota_resource (
  provider_key   text not null references quota_provider (key) on delete cascade,
  key            text not null,
  name           text not null,
  display_name   text not null,
  unit           text not null,
  resource_type  text,
  quota_period   text,
  default_limit  integer not null check (default_limit >= 0),
  -- How far above the default a rule may go without a person.
  headroom       integer not null check (headroom >= 0),
  -- What nobody can have more of.
  maximum        integer check (maximum >= default_limit),
  primary key (provider_key, key)
);

-- Where a provider is told what was granted. The secret that signs the calls is sealed with a key
-- that the database does not have.
create table quota_endpoint (
  provider_key   text primary key references quota_provider (key) on delete cascade,
  url            text not null,
  sealed_secret  bytea not null,
  updated_at     timestamptz(3) not null
);

-- What a subscription has instead of the default, and what it uses.
create table quota_limit (
  subscription_id  text not null references subscription (id),
  provider_key     text not null,
  location_key     text not null,
  resource_key     text not null,
  -- None: the default of the catalogue.
  "limit"          integer check ("limit" >= 0),
  current_value    integer not null default 0 check (current_value >= 0),
  updated_at       timestamptz(3) not null,
  primary key (subscription_id, provider_key, location_key, resource_key)
);

create table quota_request (
  subscription_id    text not null references subscription (id),
  id                 uuid not null,
  provider_key       text not null,
  location_key       text not null,
  -- To the second, as it is shown: a filter compares what its reader sees.
  submitted_at       timestamptz(3) not null check (submitted_at = date_trunc('second', submitted_at)),
  actor_id           text not null,
  requested_by       text not null,
  client_request_id  text,
  -- SHA-256 of what was asked for: with the two above it tells a repeated request.
  fingerprint        bytea not null check (length(fingerprint) = 32),
  primary key (subscription_id, id)
);
create index quota_request_by_time
  on quota_request (subscription_id, provider_key, location_key, submitted_at desc, id desc);
create index quota_request_by_name
  on quota_request (subscription_id, actor_id, client_request_id) where client_request_id is not null;

create type quota_state as enum ('Accepted', 'Invalid', 'Succeeded', 'Failed', 'InProgress');

-- One resource of a request. What the whole request is follows from its parts and is not stored.
create table quota_sub_request (
  subscription_id  text not null,
  request_id       uuid not null,
  id               uuid not null,
  -- Its place among those that were asked for together.
  number           integer not null,
  provider_key     text not null,
  location_key     text not null,
  resource_key     text not null,
  -- As the catalogue had it when the request was made.
  name             text not null,
  display_name     text not null,
  unit             text not null,
  resource_type    text,
  asked_limit      integer not null check (asked_limit >= 0),
  -- None until somebody or a rule has said yes.
  granted_limit    integer check (granted_limit >= 0),
  state            quota_state not null,
  code             text,
  message          text not null,
  created_at       timestamptz(3) not null,
  -- Once the provider may know of it, it cannot be taken back.
  sent_at          timestamptz(3),
  tries            integer not null default 0,
  last_error       text,
  -- The engine stopped trying.
  gave_up_at       timestamptz(3),
  ended_at         timestamptz(3),
  primary key (subscription_id, request_id, id),
  foreign key (subscription_id, request_id) references quota_request (subscription_id, id),
  check ((state in ('Accepted', 'InProgress')) = (ended_at is null)),
  check (state <> 'Succeeded' or granted_limit is not null)
);
-- One open request per resource.
create unique index quota_sub_request_open
  on quota_sub_request (subscription_id, provider_key, location_key, resource_key)
  where state in ('Accepted', 'InProgress');
create index quota_sub_request_waiting on quota_sub_request (created_at, id)
  where state = 'InProgress' and granted_limit is null;
create index quota_sub_request_given_up on quota_sub_request (gave_up_at, id)
  where gave_up_at is not null;
