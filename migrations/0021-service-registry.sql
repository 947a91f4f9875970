-- The services and regions that events, footprints and the quota catalogue name. A service has one
-- guid, told with every event that names it. Until an event does, an operator may still choose it.
create table service (
  -- As names are compared: in lower case, without blanks around it.
  name           text primary key,
  guid           uuid not null unique,
  is_published   boolean not null default false,
  -- As people write it, the first spelling first.
  display_names  text[] not null
);
create table region (
  name           text primary key,
  display_names  text[] not null
);

create function pg_temp.make_guid(name text) returns uuid language sql immutable as $$
  select regexp_replace(encode(sha256(convert_to('service ' || name, 'UTF8')), 'hex'),
                        '^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$', '\1-\2-8\3-a\4-\5')::uuid
$$;

-- Of several guids the one that was published first stays; of two services with one guid, the first keeps it.
insert into service (name, guid, is_published, display_names)
select name,
       case when row_number() over (partition by guid order by at, name) = 1
            then guid else pg_temp.make_guid(name) end,
       true, array[display_name]
  from (select distinct on (named.name) named.name, impact.value ->> 'impactedService' as display_name,
               coalesce((impact.value ->> 'impactedServiceGuid')::uuid,
                        pg_temp.make_guid(named.name)) as guid,
               coalesce(first.at, event.last_update_time) as at
          from event
          left join event_revision as first
            on first.tracking_id = event.tracking_id and first.number = 1
         cross join lateral jsonb_array_elements(event.record -> 'properties' -> 'impact')
                    with ordinality as impact (value, position)
         cross join lateral (
               select case when lower(btrim(impact.value ->> 'impactedService')) = any(event.services)
                           then lower(btrim(impact.value ->> 'impactedService'))
                           else event.services[impact.position] end as name) as named
         where named.name is not null
         order by named.name, at, event.tracking_id) as chosen
    on conflict do nothing;

insert into service (name, guid, display_names)
select name, pg_temp.make_guid(name), array[display_name]
  from (select distinct on (name) name, display_name
          from (select substring(key from '^service:(.*)@[^@]*$') as name, service as display_name
                  from footprint group by key, service
                union all
                select lower(substring(name from '[^.]*$')), substring(name from '[^.]*$')
                  from quota_provider) as named
         where name <> ''
         order by name, display_name) as chosen
    on conflict do nothing;

insert into region (name, display_names)
select name, array[display_name]
  from (select distinct on (name) name, display_name
          from (select substring(key from '@([^@]*)$') as name, region as display_name
                  from footprint group by key, region
                union all
                select lower(regexp_replace(location, '[[:space:]@]', '', 'g')), location
                  from quota_provider cross join unnest(locations) as location
                union all
                select lower(regexp_replace(hit.value ->> 'impactedRegion', '[[:space:]@]', '', 'g')),
                       hit.value ->> 'impactedRegion'
                  from event
                 cross join jsonb_array_elements(event.record -> 'properties' -> 'impact') as impact
                 cross join jsonb_array_elements(impact.value -> 'impactedRegions') as hit) as named
         where name <> ''
         order by name, display_name) as chosen
    on conflict do nothing;

-- `*` as the first region of an event: one of its services is hit in all of them.
update event
   set regions = '{*}' || regions
 where not '*' = any(regions)
   and exists (select
                 from event_revision as revision
                cross join jsonb_array_elements(revision.change -> 'impact') as impact
                where revision.tracking_id = event.tracking_id
                  and jsonb_array_length(coalesce(impact.value -> 'impactedRegions', '[]')) = 0);

-- A service account that may use the operator API.
alter table oauth_client add column is_operator boolean not null default false;
