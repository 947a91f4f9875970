-- no transaction
-- Which tokens end soon: their owners are warned.
create index concurrently if not exists api_token_by_expiry on api_token (expires_at) where expires_at is not null and revoked_at is null and expiry_warned_at is null;
