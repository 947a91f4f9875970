-- Who may take the name of a deleted organization back: those who were its admins. Nobody after a rename,
-- when the name is kept for the organization itself.
alter table freed_name add column admin_ids uuid[] not null default '{}';
-- An organization keeps a few names, and those kept long enough are deleted.
create index freed_name_by_owner on freed_name (owner_id, freed_at);
create index freed_name_by_time on freed_name (freed_at);

-- The app whose transfer alone made somebody a member: the seat goes on with it.
alter table organization_member add column came_with_app uuid;
