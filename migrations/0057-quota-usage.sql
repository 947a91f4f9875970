-- The usage of a limit as it was reported on a day (UTC), and the limit at the last report of that day.
create table quota_usage (
  subscription_id  text not null references subscription (id),
  provider_key     text not null,
  location_key     text not null,
  resource_key     text not null,
  day              date not null,
  last_value       integer not null check (last_value >= 0),
  highest_value    integer not null check (highest_value >= last_value),
  "limit"          integer not null check ("limit" >= 0),
  reported_at      timestamptz(3) not null,
  primary key (subscription_id, provider_key, location_key, resource_key, day)
);
create index quota_usage_by_report on quota_usage (reported_at);

-- When the rules had examined it, and when somebody or a rule granted it. Older rows have neither.
alter table quota_sub_request add column begun_at timestamptz(3);
alter table quota_sub_request add column granted_at timestamptz(3);
