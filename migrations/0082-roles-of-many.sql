-- no transaction
create index concurrently if not exists subscription_member_of_many on subscription_member (
  subscription_id, kind
) where kind in ('organization', 'group');
