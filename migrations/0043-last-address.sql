-- The IP address of the use in last_used_at. Null in older rows, and when a person was erased.
alter table api_token add column last_used_from text;
