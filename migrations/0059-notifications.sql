-- Who is told of what, and where: the one table of rules that the matcher walks.
create table notification (
  subscription_id         text not null references subscription (id),
  id                      uuid not null,
  name                    text not null,
  -- The form of what is sent.
  kind                    text not null check (kind in ('webhook', 'slack', 'teams')),
  sealed_address          bytea not null,
  -- Without what may be a secret.
  shown_address           text not null,
  -- Of a webhook alone; the previous one is valid while it is replaced.
  sealed_secret           bytea,
  sealed_previous_secret  bytea,
  filter                  text,
  notices                 text[] not null,
  is_on                   boolean not null,
  -- Why and since when it is off.
  off_reason              text check (off_reason in ('turned-off', 'gone', 'failing')),
  off_at                  timestamptz(3),
  created_by              text not null,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  -- When something is to be sent or tried again; null if nothing waits.
  due_at                  timestamptz(3),
  -- Counts what made it due, so that a sender that found nothing left does not overlook what came since.
  wake_count              bigint not null default 0,
  -- One sender at a time has the destination, until then.
  claim                   uuid,
  claimed_until           timestamptz(3),
  failure_count           integer not null default 0,
  failing_since           timestamptz(3),
  primary key (subscription_id, id),
  check (is_on = (off_reason is null))
);
create unique index notification_by_name on notification (subscription_id, lower(name collate "C"));
create index notification_due on notification (due_at)
 where due_at is not null and failing_since is null;
create index notification_due_failing on notification (due_at)
 where due_at is not null and failing_since is not null;

-- One notice for one notification; its id is the same at each attempt.
create table delivery (
  subscription_id  text not null,
  id               uuid not null,
  -- Of the notification, in the order of insertion: ids are made by the clocks of nodes.
  number           bigint not null,
  notification_id  uuid not null,
  kind             text not null check (kind in ('event', 'removed', 'test')),
  -- Of an event; a test has none.
  tracking_id      text,
  revision         integer,
  -- That of the revision, in whose order a destination is told.
  position         bigint not null,
  state            text not null check (state in ('pending', 'delivered', 'held', 'withdrawn')),
  attempt_count    integer not null default 0,
  created_at       timestamptz(3) not null,
  ended_at         timestamptz(3),
  primary key (subscription_id, id),
  foreign key (subscription_id, notification_id)
    references notification (subscription_id, id) on delete cascade
);
create unique index delivery_by_revision
  on delivery (subscription_id, notification_id, tracking_id, revision);
create index delivery_by_notification on delivery (subscription_id, notification_id, number);
create index delivery_pending on delivery (subscription_id, notification_id, position, number)
 where state = 'pending';
create index delivery_by_time on delivery (created_at);

create table delivery_attempt (
  subscription_id  text not null,
  delivery_id      uuid not null,
  number           integer not null,
  at               timestamptz(3) not null,
  duration_ms      integer not null,
  -- Null if there was no answer; then the reason says why.
  status           integer,
  reason           text,
  -- At most the first KiB.
  answer           text,
  primary key (subscription_id, delivery_id, number),
  foreign key (subscription_id, delivery_id)
    references delivery (subscription_id, id) on delete cascade
);

-- Up to which revision all deliveries exist, and how far the walk for the next one has come.
create table notification_matcher (
  id               integer primary key check (id = 1),
  position         bigint not null,
  subscription_id  text,
  notification_id  uuid
);
-- What was published before is told to nobody.
insert into notification_matcher (id, position) select 1, position from event_position;
