-- Whose session, grant or refresh token a record is, so that signing somebody out everywhere ends it.
alter table oauth_record add column account_id uuid;
create index oauth_record_by_account on oauth_record (account_id) where account_id is not null;
