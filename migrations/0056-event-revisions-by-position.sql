-- no transaction
-- Those that a stream has not sent yet. No position is taken twice: the row of the counter is held meanwhile.
create unique index concurrently if not exists event_revision_by_position on event_revision (
  position
) where position is not null;
