-- The first 4 of the 43 random characters of the value: enough to recognise a token by, and over 230
-- bits stay unknown. Null for tokens that are older than this column. A length needs no look at old rows.
alter table api_token add column secret_start varchar(4);
