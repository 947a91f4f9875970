-- While a secret is replaced, the previous one works as well.
alter table oauth_client
  add column previous_secret_hash bytea check (length(previous_secret_hash) = 32),
  add column previous_secret_shown_to uuid;
alter table quota_endpoint add column sealed_previous_secret bytea;

-- The previous release replaces a secret and does not know that there are two: then both end.
create function end_previous_client_secret() returns trigger language plpgsql as $$
begin
  new.previous_secret_hash := null;
  new.previous_secret_shown_to := null;
  return new;
end $$;
create trigger end_previous_secret before update on oauth_client for each row
  when (new.secret_hash is distinct from old.secret_hash
        and new.previous_secret_hash is not distinct from old.previous_secret_hash)
  execute function end_previous_client_secret();

-- Encrypting a secret with another key does not change when the endpoint was set.
create function end_previous_endpoint_secret() returns trigger language plpgsql as $$
begin
  new.sealed_previous_secret := null;
  return new;
end $$;
create trigger end_previous_secret before update on quota_endpoint for each row
  when (new.sealed_secret is distinct from old.sealed_secret
        and new.updated_at is distinct from old.updated_at
        and new.sealed_previous_secret is not distinct from old.sealed_previous_secret)
  execute function end_previous_endpoint_secret();
