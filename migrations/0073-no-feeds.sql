-- Events are read with a sign-in, sent by notifications, or shown on the public status page.
drop table feed;
