-- Release 0.1.0 is the first one: there are no nodes of an earlier one on the same database.
drop view signing_key;
drop function refuse_previous_release();
drop trigger end_previous_secret on oauth_client;
drop function end_previous_client_secret();
drop trigger end_previous_secret on quota_endpoint;
drop function end_previous_endpoint_secret();
drop index event_revision_by_request;
