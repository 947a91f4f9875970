-- A link that opens an invitation: at most one that was mailed, and one that somebody copied. It names the invitation by an
-- id that every renewal replaces, so that an invitation that was renewed, revoked or answered has no link any more.
create table invitation_link (
  hash             bytea primary key check (length(hash) = 32),
  owner_id         uuid not null,
  invitation_id    uuid not null,
  is_mailed        boolean not null,
  -- Who caused it. It ends with their right to invite, because whoever copied it has seen it.
  made_by          uuid not null references account (id),
  expires_at       timestamptz(3) not null,
  -- The account that was created with it, and until when its browser can sign in once without a password.
  made_account_id  uuid references account (id),
  sign_in_until    timestamptz(3)
);
create unique index invitation_link_by_invitation on invitation_link (owner_id, invitation_id, is_mailed);
create index invitation_link_by_time on invitation_link (expires_at);

-- The address that a copied link was meant for. It is not in account_email: nobody has shown that it belongs to the account.
alter table account add column unverified_email text;

-- As before, and also what is known of an address that was not verified.
create or replace function erase_person_from_audit(person uuid) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  emails text[];
  tokens uuid[];
  actors text[];
  erased integer;
begin
  if not exists (select from account where id = person and disabled_at is not null) then
    raise exception 'The account % is not disabled.', person;
  end if;
  select array_agg(distinct lower(email)) into emails
    from (select email from account where id = person
          union all
          select unverified_email from account where id = person
          union all
          select coalesce(change.value ->> 'email', '')
            from audit cross join lateral (values (before), (after)) as change (value)
           where scope_id = person::text and action like 'account.%') as known
   where email <> ''
     -- A former address may belong to somebody else by now.
     and not exists (select from account_email as other
                      where other.key = lower(known.email) and other.account_id <> person);
  -- An app or organization acts with a token that the person used. With the actors, the rows are found by an index.
  select coalesce(array_agg(id), '{}'),
         coalesce(array_agg(distinct coalesce(app_id, home_id)::text), '{}') into tokens, actors
    from api_token where created_by = person;
  update audit
     set before = case when is_of_person then before - personal else before end,
         after = case when is_of_person then after - personal else after end,
         source = case when has_address then null else source end
    from (select scope_id, id,
                 action like 'account.%' and scope_id = person::text
                   or action like 'invitation.%'
                   and lower(coalesce(after ->> 'email', before ->> 'email')) = any (emails) as is_of_person,
                 coalesce(actor_id = person::text, false) or coalesce(token_id = any (tokens), false)
                   or scope_id = person::text and actor_kind = 'anonymous' as has_address,
                 array['name', 'email', 'unverified_email', 'display_name', 'avatar_url', 'subject', 'issuer'] as personal
            from audit
           where scope_id = person::text or actor_id = person::text
              or actor_id = any (actors) and token_id = any (tokens)
              or action like 'invitation.%'
                 and lower(coalesce(after ->> 'email', before ->> 'email')) = any (emails)) as found
   where audit.scope_id = found.scope_id and audit.id = found.id and (is_of_person or has_address);
  get diagnostics erased = row_count;
  return erased;
end
$$;
