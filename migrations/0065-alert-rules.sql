-- Rules and receivers as published clients send them. They are translated into rows of notification.
create table action_group (
  subscription_id   text not null references subscription (id),
  id                uuid not null,
  resource_group    text not null,
  name              text not null,
  -- As it was sent, with addresses that are masked.
  content           jsonb not null,
  -- The addresses of its web hooks, in their order.
  sealed_addresses  bytea not null,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (subscription_id, id)
);
create unique index action_group_by_name on action_group
  (subscription_id, lower(resource_group collate "C"), lower(name collate "C"));

create table activity_log_alert (
  subscription_id  text not null references subscription (id),
  id               uuid not null,
  resource_group   text not null,
  name             text not null,
  -- As it was sent.
  content          jsonb not null,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (subscription_id, id)
);
create unique index activity_log_alert_by_name on activity_log_alert
  (subscription_id, lower(resource_group collate "C"), lower(name collate "C"));

-- Of a row that was translated: its rule, and what its messages say about rule, group and receiver.
alter table notification
  add column alert_id uuid,
  add column alert jsonb,
  add check ((alert_id is null) = (alert is null)),
  add foreign key (subscription_id, alert_id) references activity_log_alert (subscription_id, id);
create index notification_by_alert on notification (subscription_id, alert_id)
 where alert_id is not null;

-- A test that somebody asked for, until it can no longer be asked how it went.
create table alert_test (
  subscription_id   text not null references subscription (id),
  id                uuid not null,
  -- Names, addresses and forms; null once they were called.
  sealed_receivers  bytea,
  -- How each call went; null until then.
  outcomes          jsonb,
  created_at        timestamptz(3) not null,
  completed_at      timestamptz(3),
  primary key (subscription_id, id),
  check ((sealed_receivers is null) = (completed_at is not null)),
  check ((outcomes is null) = (completed_at is null))
);
create index alert_test_by_time on alert_test (created_at);
