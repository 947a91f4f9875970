-- An address at which programs read the events of a subscription without a sign-in. Whether it is still good is
-- decided by what its creator is at that moment.
create table feed (
  subscription_id  text not null references subscription (id),
  id               uuid not null,
  -- SHA-256 of the secret in the address.
  hash             bytea not null check (length(hash) = 32),
  description      text not null,
  -- An account or a service account.
  created_by       uuid not null,
  created_at       timestamptz(3) not null,
  primary key (subscription_id, id)
);
create unique index feed_by_hash on feed (hash);
