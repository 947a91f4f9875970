-- no transaction
-- Which apps show a picture: the address of one ends with the 64 digits of its hash.
create index concurrently app_by_picture on app (right(icon_url, 64)) where icon_url is not null;
