-- Pictures of apps and organizations, found by the SHA-256 of their bytes: what an address shows
-- never changes, and an app that moves to another owner takes no bytes along.
create table picture (
  hash          bytea primary key check (length(hash) = 32),
  content_type  text not null,
  bytes         bytea not null check (length(bytes) <= 1048576),
  created_at    timestamptz(3) not null
);
