-- An event of the platform: what is broken or about to change. It belongs to nobody in particular,
-- so publishing it costs the same for ten subscriptions and for ten million.
create type event_audience_kind as enum ('everyone', 'footprint', 'subscriptions');

-- The record as it stands, worked out from its revisions. Columns repeat what lists look for.
create table event (
  tracking_id             text primary key check (tracking_id ~ '^[A-Z0-9_-]{1,64}$'),
  audience                event_audience_kind not null,
  -- Without what depends on who reads it.
  record                  jsonb not null,
  is_sensitive            boolean not null,
  last_update_time        timestamptz(3) not null,
  status                  text not null,
  event_type              text not null,
  event_sub_type          text,
  event_level             text,
  level                   text,
  priority                integer not null check (priority between 0 and 23),
  is_hir                  boolean,
  platform_initiated      boolean,
  impact_start_time       timestamptz(3),
  impact_mitigation_time  timestamptz(3),
  services                text[] not null,
  regions                 text[] not null
);
create index event_by_time on event (last_update_time desc, tracking_id);

-- What was said about an event, in the order it was said. Rows are only ever added.
create table event_revision (
  tracking_id        text not null references event (tracking_id) deferrable initially deferred,
  number             integer not null check (number > 0),
  at                 timestamptz(3) not null,
  change             jsonb not null,
  made_by            text not null,
  made_by_type       text not null,
  -- How the caller named the request: asked again under the same name, it is not done again.
  actor_id           text not null,
  client_request_id  text,
  primary key (tracking_id, number)
);
create unique index event_revision_by_request on event_revision (actor_id, client_request_id);

-- Whom an event reaches, as the key a subscription looks under: everyone, a service in a region
-- (or in all of them), or one subscription by name.
create table event_reach (
  key               text not null,
  tracking_id       text not null references event (tracking_id),
  last_update_time  timestamptz(3) not null,
  is_active         boolean not null,
  primary key (key, tracking_id)
);
create index event_reach_by_time on event_reach (key, last_update_time desc, tracking_id);
create index event_reach_active on event_reach (key, last_update_time, tracking_id) where is_active;
create index event_reach_by_event on event_reach (tracking_id);

-- The services and regions a subscription uses.
create table footprint (
  subscription_id  text not null references subscription (id),
  -- As in event_reach.
  key              text not null,
  service          text not null,
  region           text not null,
  primary key (subscription_id, key)
);

create table impacted_resource (
  subscription_id       text not null references subscription (id),
  tracking_id           text not null references event (tracking_id),
  name                  text not null,
  target_resource_type  text,
  target_resource_id    text,
  target_region         text,
  info                  jsonb not null,
  primary key (subscription_id, tracking_id, name)
);

-- Every revision as it is to be told to whoever wants to be told. Delivery takes rows away.
create table event_outbox (
  id           uuid primary key,
  tracking_id  text not null,
  number       integer not null,
  at           timestamptz(3) not null,
  record       jsonb not null
);
