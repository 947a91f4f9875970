-- no transaction
-- The resources that an event names, by id, as lists of availability read them: a page of them, and not all.
create index concurrently if not exists impacted_resource_by_event on impacted_resource (subscription_id, tracking_id, lower(target_resource_id collate "C")) where octet_length(target_resource_id) <= 2000;
