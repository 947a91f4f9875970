-- What operators say about single resources. The row without an end is how a resource is now; the
-- others are its history, of which each change keeps the latest hundred.
create table availability (
  subscription_id  text not null references subscription (id),
  id               uuid not null,
  -- The id of the resource in lower case, as it is looked up.
  resource_key     text collate "C" not null check (octet_length(resource_key) <= 2000),
  resource_id      text not null,
  state            text not null,
  title            text,
  summary          text,
  reason_type      text,
  location         text,
  occurred_at      timestamptz(3) not null,
  reported_at      timestamptz(3) not null,
  ended_at         timestamptz(3),
  primary key (subscription_id, id)
);
create unique index availability_current on availability (subscription_id, resource_key) where ended_at is null;
create index availability_by_time on availability (subscription_id, resource_key, occurred_at desc);
