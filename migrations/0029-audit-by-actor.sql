-- no transaction
-- What one actor did, newest first: without it, a search for somebody with few entries reads the whole trail.
create index concurrently if not exists audit_by_actor on audit (actor_id, at);
