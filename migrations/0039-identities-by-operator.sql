-- no transaction
-- Those that an operator connected: found when the operator loses the role.
create index concurrently if not exists account_identity_by_operator on account_identity (
  linked_by
) where linked_by is not null;
