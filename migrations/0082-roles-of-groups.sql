create type principal_kind as enum ('account', 'service', 'organization', 'group');

-- Its groups that have been registered: what else an issuer says of somebody is not kept.
create table issuer_group (
  id            uuid primary key,
  issuer        text not null,
  value         text not null,
  display_name  text not null,
  created_at    timestamptz(3) not null,
  unique (issuer, value)
);

-- The issuer said at a sign-in that somebody is in the group, which counts until then by the clock of the database.
create table account_group (
  group_id    uuid not null references issuer_group (id) on delete cascade,
  account_id  uuid not null references account (id),
  ends_at     timestamptz(3) not null,
  primary key (account_id, group_id)
);
create index account_group_by_group on account_group (group_id);
-- Somebody can be in hundreds: the planner is to look for the one group that it needs.
alter table account_group alter column account_id set (n_distinct = -0.02);

-- Whoever is in the group has this role in the organization, from a sign-in on.
create table group_organization_role (
  group_id         uuid not null references issuer_group (id) on delete cascade,
  organization_id  uuid not null references organization (id) on delete cascade,
  role             organization_role not null,
  primary key (organization_id, group_id)
);
create index group_organization_role_by_group on group_organization_role (group_id);

alter table subscription_member
  add column kind principal_kind not null default 'account',
  add column includes_collaborators boolean not null default false,
  add check (kind = 'organization' or not includes_collaborators);
update subscription_member set kind = 'service'
  from oauth_client where oauth_client.principal_id = subscription_member.principal_id;

-- Whether somebody is a member only because they are on an app: a role of the organization is not for guests.
-- Who was a member before is a guest, unless the audit says that an admin invited them or set their role.
alter table organization_member add column is_guest boolean not null default false;
update organization_member set is_guest = true
 where role = 'member' and granted_by_issuer is null
   and (came_with_app is not null or (organization_id::text, 'account ' || account_id) not in (
     select scope_id, target from audit where action = 'organization.member.change'
     union all
     select scope_id, 'account ' || actor_id from audit
      where action = 'invitation.accept' and actor_id is not null
        and after ? 'organizationRole' and not after ? 'appRole'));
alter table organization_member drop column came_with_app;

-- Who has which role on a subscription, and through which row of subscription_member. Each part can be locked.
create view direct_access with (security_invoker = true) as
  select subscription_id, principal_id, role, kind, principal_id as through,
         null::timestamptz(3) as ends_at
    from subscription_member
   where kind in ('account', 'service');

create view organization_access with (security_invoker = true) as
  select given.subscription_id, seat.account_id as principal_id, given.role, given.kind,
         given.principal_id as through, null::timestamptz(3) as ends_at
    from subscription_member as given
    join organization_member as seat on seat.organization_id = given.principal_id
   where given.kind = 'organization'
     and not seat.is_guest and seat.granted_by_issuer is null
     and (seat.role <> 'collaborator' or given.includes_collaborators);

-- A member by the word of an issuer, or a guest, for as long as one of their groups has a role there.
create view issued_access with (security_invoker = true) as
  select given.subscription_id, seat.account_id as principal_id, given.role, given.kind,
         given.principal_id as through, evidence.ends_at
    from subscription_member as given
    join group_organization_role as asked on asked.organization_id = given.principal_id
    join organization_member as seat on seat.organization_id = given.principal_id
    join account_group as evidence
      on evidence.group_id = asked.group_id and evidence.account_id = seat.account_id
   where given.kind = 'organization'
     and (seat.is_guest or seat.granted_by_issuer is not null)
     and (given.includes_collaborators or 'collaborator' not in (seat.role, asked.role))
     and evidence.ends_at > statement_timestamp();

create view group_access with (security_invoker = true) as
  select given.subscription_id, evidence.account_id as principal_id, given.role, given.kind,
         given.principal_id as through, evidence.ends_at
    from subscription_member as given
    join account_group as evidence on evidence.group_id = given.principal_id
   where given.kind = 'group' and evidence.ends_at > statement_timestamp();

-- The database lists the roles from the highest on, so the least of somebody's roles is the one they have.
create view subscription_access with (security_invoker = true) as
  select * from direct_access
  union all select * from organization_access
  union all select * from issued_access
  union all select * from group_access;

-- Whatever can have a role on a subscription, by its id.
create view principal with (security_invoker = true) as
  select id, 'account'::principal_kind as kind, name, display_name, email, disabled_at from account
  union all
  select principal_id, 'service', id, display_name, null, disabled_at from oauth_client
  union all
  select id, 'organization', name, display_name, null, null from organization
  union all
  select id, 'group', display_name, display_name, null, null from issuer_group;
