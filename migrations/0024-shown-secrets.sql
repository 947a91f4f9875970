-- Which account knows the current secret of a client, and which one made a password link: what was
-- shown to somebody must not outlast their right to it. Null: nobody is on record.
alter table oauth_client add column secret_shown_to uuid;
alter table one_use_link add column made_by uuid;
-- Whose refresh token it is, so that one account has a bounded number per client. Null in older rows.
alter table oauth_record add column client_id text;
create index one_use_link_by_maker on one_use_link (made_by) where made_by is not null and used_at is null;

update oauth_client
   set secret_shown_to = shown.account_id
  from (select distinct on (target) target,
               case when actor_kind = 'account' then actor_id::uuid end as account_id
          from audit
         where scope_id = 'platform' and action in ('client.create', 'client.rotate-secret')
         order by target, at desc, id desc) as shown
 where secret_hash is not null and shown.target = 'client ' || oauth_client.id;

update one_use_link
   set made_by = audit.actor_id::uuid
  from audit
 where audit.scope_id = one_use_link.account_id::text
       and audit.action = 'account.password-link'
       and audit.actor_kind = 'account'
       and audit.at = one_use_link.created_at
       and one_use_link.used_at is null;
