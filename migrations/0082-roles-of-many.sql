-- no transaction
create index concurrently if not exists subscription_member_of_many on subscription_member (
  subscription_id, kind
) include (principal_id, role, includes_collaborators) where kind in ('organization', 'group');
