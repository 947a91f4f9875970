-- A mail that is to be sent, or was. Its event names what caused it, so that one cause sends one mail. What it says,
-- and to whom, is encrypted until it was sent or dropped, and then deleted.
create table mail (
  event           text primary key,
  sealed_message  bytea,
  -- Until then, the worker that sends it is believed to be alive.
  claimed_until   timestamptz(3),
  created_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  outcome         text check (outcome in ('sent', 'refused', 'gave-up', 'too-old')),
  check ((ended_at is null) = (outcome is null)),
  check ((ended_at is null) = (sealed_message is not null))
);
create index mail_by_time on mail (created_at);

-- How many mails a sender caused, or a recipient got, on a day. The key is a hash.
create table mail_count (
  key        bytea not null check (length(key) = 32),
  starts_at  timestamptz(3) not null,
  mails      integer not null check (mails > 0),
  primary key (key, starts_at)
);
create index mail_count_by_time on mail_count (starts_at);

-- The owner is warned once of the end of a token.
alter table api_token add column expiry_warned_at timestamptz(3);
