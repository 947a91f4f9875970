-- A name that an owner gave up, kept for a while from everybody but the owner and the account that
-- gave it up: links and scripts still lead to it.
create table freed_name (
  key        text primary key check (key = lower(key)),
  owner_id   uuid not null,
  freed_by   uuid,
  freed_at   timestamptz(3) not null
);

-- Which organizations show a picture; see 0016 for apps.
create index organization_by_picture on organization (right(avatar_url, 64)) where avatar_url is not null;
