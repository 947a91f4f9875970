-- Nobody follows quota requests by position any more. The positions of events stay.
-- The trigger of each request goes before what it calls.
drop trigger place_request on quota_request;
drop trigger place_change on quota_sub_request;
drop function place_quota_request();
drop function place_quota_change();
drop function take_quota_position(text);
alter table quota_request drop column position;
drop table quota_position;
