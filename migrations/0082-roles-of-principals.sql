-- no transaction
create index concurrently if not exists subscription_member_of_principal on subscription_member (
  principal_id, subscription_id
) include (role, kind, includes_collaborators);
