-- Only a mailed link makes an account, so that every address was verified by its owner, an issuer or an operator.
lock table account in access exclusive mode;

do $$
declare
  found text;
begin
  select string_agg(name || ' (' || coalesce(unverified_email, email) || ')', ', ' order by name) into found
    from account
   where unverified_email is not null or email ilike '%@unverified.invalid';
  if found is not null then
    raise exception 'These accounts have an unverified e-mail address: %. With the previous release, set the address of each with PATCH /operator/v1/accounts/{account_id}, or disable and erase the account. Then migrate again.', found;
  end if;
end
$$;

drop table email_verification;
alter table account drop column unverified_email;

-- As before, without the address that was not verified. The audit trail may still have some from before.
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
          select coalesce(value.email, '')
            from audit cross join lateral (values (before), (after)) as change (value)
           cross join lateral (values (change.value ->> 'email'),
                                      (change.value ->> 'unverified_email')) as value (email)
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
