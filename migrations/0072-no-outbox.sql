-- Nobody read the outbox: what follows events reads the revisions by their position.
drop table event_outbox;
