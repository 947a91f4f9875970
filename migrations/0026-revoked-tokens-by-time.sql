-- no transaction
-- Which revoked tokens are the oldest: they are deleted after a time.
create index concurrently if not exists api_token_revoked on api_token (revoked_at) where revoked_at is not null;
