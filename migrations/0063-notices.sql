-- E-mail as a destination: its receiver is asked before the first message, and can end them.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('webhook', 'slack', 'teams', 'email'));
alter table notification
  -- Another one each time that the receiver is asked: links that were mailed before lead nowhere.
  add column receiver_id        uuid,
  add column receiver_state     text check (receiver_state in ('waiting', 'confirmed', 'stopped')),
  add column receiver_asked_at  timestamptz(3),
  add constraint notification_receiver check ((kind = 'email') = (receiver_state is not null));

-- What else can be told, with what it says; an event is found by its revision.
alter table delivery drop constraint delivery_kind_check;
alter table delivery add constraint delivery_kind_check
  check (kind in ('event', 'removed', 'test', 'quota-request', 'quota-usage', 'maintenance'));
alter table delivery
  add column subject  text,
  add column content  jsonb;

-- Written in the transaction of what it tells of, and deleted in the one that inserts its deliveries.
create table notice (
  subscription_id  text not null references subscription (id),
  kind             text not null check (kind in ('quota-request', 'quota-usage')),
  subject          text not null,
  content          jsonb not null,
  primary key (subscription_id, kind, subject)
);

-- Deferred, so that it sees all that its transaction has ended. Whoever ends another sub-request at the same
-- time waits for the row of the request, and then sees that all have ended.
create function tell_of_quota_request() returns trigger language plpgsql as $$
begin
  if not exists (select from notification
                  where subscription_id = new.subscription_id and is_on
                    and 'quotaDecisions' = any(notices)) then
    return null;
  end if;
  perform from quota_request
    where subscription_id = new.subscription_id and id = new.request_id for update;
  insert into notice (subscription_id, kind, subject, content)
  select new.subscription_id, 'quota-request', new.request_id::text, '{}'
   where not exists (select from quota_sub_request
                      where subscription_id = new.subscription_id and request_id = new.request_id
                        and state in ('Accepted', 'InProgress'))
      on conflict do nothing;
  return null;
end $$;
create constraint trigger tell_of_end
  after update of state on quota_sub_request
  deferrable initially deferred for each row
  when (old.state <> new.state and new.state in ('Succeeded', 'Failed', 'Invalid'))
  execute function tell_of_quota_request();

-- The part of the limit that was noted last, in percent; 0 below the first.
alter table quota_limit add column noted_percent smallint not null default 0;

-- How long before planned maintenance its first reminder is sent.
alter table notification add column hours_before smallint not null default 24
  check (hours_before between 1 and 168);
create index notification_of_maintenance on notification (subscription_id, id)
 where 'maintenance' = any(notices);

-- What was reminded of, and for which time: another time is another reminder.
create table maintenance_reminder (
  subscription_id  text not null,
  notification_id  uuid not null,
  tracking_id      text not null,
  phase            text not null check (phase in ('before', 'start', 'end')),
  at               timestamptz(3) not null,
  primary key (subscription_id, notification_id, tracking_id, phase, at),
  foreign key (subscription_id, notification_id)
    references notification (subscription_id, id) on delete cascade
);
create index maintenance_reminder_by_time on maintenance_reminder (at);

-- Whether its last answer took long: such destinations wait for each other, and not the others for them.
alter table notification add column is_slow boolean not null default false;
drop index notification_due, notification_due_failing;
create index notification_due on notification (due_at)
 where due_at is not null and failing_since is null and not is_slow;
create index notification_due_slow on notification (due_at)
 where due_at is not null and (failing_since is not null or is_slow);
