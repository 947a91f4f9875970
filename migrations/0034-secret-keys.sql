-- The keys that "binnacle rotate-key" has encrypted the records with, by their ids. From the first row on, what is
-- encrypted begins with the id of its key.
create table secret_key (
  id          bytea primary key check (length(id) = 8),
  rotated_at  timestamptz(3) not null
);

-- The previous release reads the keys under the old name when it starts, and cannot read records with key ids.
alter table signing_key rename to oauth_signing_key;
create function refuse_previous_release() returns boolean language plpgsql stable as $$
begin
  if exists (select from secret_key) then
    raise exception 'This release of Binnacle cannot read the encrypted records of the database, because "binnacle rotate-key" was run with a later release. Start the later release, or restore a backup that is older than the rotation.';
  end if;
  return true;
end $$;
-- With the rights of whoever reads it, and not of its owner.
create view signing_key with (security_invoker = true) as
  select id, public_jwk, sealed_private_jwk, starts_at, created_at
    from oauth_signing_key where refuse_previous_release();
