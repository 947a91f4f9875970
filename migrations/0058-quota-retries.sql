-- The request with which an operator had a sub-request tried again that was given up.
alter table quota_sub_request add column retried_as uuid;
