-- When a session, or a client that stays signed in, was last used: from which IP address, and with which browser. Null
-- in older rows, and in all other kinds of records.
alter table oauth_record
  add column last_used_at timestamptz(3),
  add column last_used_from text,
  add column browser text check (length(browser) <= 64);

-- Whether the link was mailed to somebody who had forgotten the password. Such links replace each other alone.
alter table one_use_link add column is_mailed boolean not null default false;
