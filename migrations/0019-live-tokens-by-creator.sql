-- no transaction
-- The tokens an account created and nobody revoked: ended together when it is disabled, and listed
-- for operators page by page.
create index concurrently api_token_live_by_creator on api_token (created_by, id) where revoked_at is null;
