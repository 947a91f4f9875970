-- no transaction
-- Those that a stream of a subscription has not sent yet.
create unique index concurrently if not exists quota_request_by_position on quota_request (
  subscription_id, position
) where position is not null;
