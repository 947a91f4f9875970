-- no transaction
-- Planned maintenance that begins about now: it is reminded of.
create index concurrently if not exists event_planned on event (
  impact_start_time
) where event_type = 'PlannedMaintenance';
