-- no transaction
-- The events of one resource. An entry of an index has room for 2,000 bytes, as every real id has.
create index concurrently if not exists impacted_resource_by_target on impacted_resource (subscription_id, lower(target_resource_id collate "C")) where octet_length(target_resource_id) <= 2000;
