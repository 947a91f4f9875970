-- no transaction
create index concurrently if not exists footprint_by_place on footprint (key collate "C", subscription_id collate "C");
