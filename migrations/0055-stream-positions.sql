-- Positions of streams. Whoever takes one holds the row of the counter until its transaction ends, so
-- positions become visible in their order. Triggers, because nodes of the previous release write as well.
create table event_position (
  id        integer primary key check (id = 1),
  position  bigint not null
);
insert into event_position (id, position) values (1, 0);

-- Revisions from before this migration have none.
alter table event_revision add column position bigint;

create function place_event_revision() returns trigger language plpgsql as $$
begin
  update event_position set position = position + 1 returning position into new.position;
  return new;
end $$;
-- A row that is restored has its position already.
create trigger place_revision before insert on event_revision for each row
  when (new.position is null) execute function place_event_revision();

create table quota_position (
  subscription_id  text primary key references subscription (id),
  position         bigint not null
);

-- Of the latest change of the request.
alter table quota_request add column position bigint;

create function take_quota_position(subscription text) returns bigint language sql as $$
  insert into quota_position as counter (subscription_id, position) values (subscription, 1)
    on conflict (subscription_id) do update set position = counter.position + 1
    returning position
$$;

-- What follows in the transaction that inserts a request waits for no other row.
create function place_quota_request() returns trigger language plpgsql as $$
begin
  new.position := take_quota_position(new.subscription_id);
  return new;
end $$;
create trigger place_request before insert on quota_request for each row
  when (new.position is null) execute function place_quota_request();

-- Deferred: the counter is the last row that a change locks, so nobody who holds it waits for another. A
-- transaction that changes a request several times takes one position for it.
create function place_quota_change() returns trigger language plpgsql as $$
declare
  changed text := new.subscription_id || ' ' || new.request_id;
begin
  if current_setting('binnacle.placed', true) = changed then
    return null;
  end if;
  update quota_request set position = take_quota_position(new.subscription_id)
   where subscription_id = new.subscription_id and id = new.request_id;
  perform set_config('binnacle.placed', changed, true);
  return null;
end $$;
create constraint trigger place_change
  after update of state, message, granted_limit on quota_sub_request
  deferrable initially deferred for each row
  execute function place_quota_change();
