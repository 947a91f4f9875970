-- A token has one value for as long as it lives. Previous values end here.
drop table previous_token_value;
alter table api_token drop column rotated_with_home_id, drop column rotated_with_id;
