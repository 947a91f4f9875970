-- Neither apps nor organizations have pictures of ours any more; an address elsewhere stays.
update app set icon_url = null where icon_url ~ '/v0\.1/public/pictures/[0-9a-f]{64}$';
drop index app_by_picture;
alter table account drop column avatar_url;
alter table organization drop column avatar_url;
drop table picture;
