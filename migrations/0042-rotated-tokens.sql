-- The value that a token had before it was rotated, which stays good for a while. A token has one at most.
create table previous_token_value (
  home_id     uuid not null,
  hash        bytea not null check (length(hash) = 32),
  token_id    uuid not null,
  good_until  timestamptz(3) not null,
  primary key (home_id, hash),
  foreign key (home_id, token_id) references api_token (home_id, id) on delete cascade
);
create unique index previous_token_value_by_token on previous_token_value (home_id, token_id);
create index previous_token_value_by_time on previous_token_value (good_until);

-- The token with which the current value was made: its holder knows the value.
alter table api_token
  add column rotated_with_home_id uuid,
  add column rotated_with_id uuid;
create index api_token_by_rotation on api_token (rotated_with_home_id, rotated_with_id)
  where rotated_with_id is not null;
