-- How the caller named the request that made this token. A client that did not get the answer asks
-- again under the same name; the token nobody saw is then revoked.
alter table api_token add column client_request_id text;

-- Lists show what is not revoked, and revoked rows stay for ever.
create index api_token_live on api_token (home_id, app_id, id) where revoked_at is null;
