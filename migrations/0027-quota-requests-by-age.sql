-- no transaction
-- Which requests are the oldest, in all subscriptions: those that have ended are deleted after a time.
create index concurrently if not exists quota_request_by_age on quota_request (submitted_at);
