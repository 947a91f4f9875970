import type pg from 'pg'
import { insertSubscriptions } from './subscriptions.ts'
import { fillTables } from './tables.ts'

const TABLES = ['event_reach', 'event', 'footprint', 'subscription']
const FOOTPRINT_ROWS = 6
const IMPACTS = 8
const SERVICES_PER_SLOT = 6
const REGIONS = 40
/** A list contains the events of the last three days: with 2,000 of them, about 50. */
const EVENTS_PER_DAY = 667

/** A place for each slot, by chance but the same in every run; slots never share a service. */
const serviceRegion = (row: string, slot: string, salt: number) => `
  ${slot} * ${SERVICES_PER_SLOT} + abs(hashint4((${row} * 16 + ${slot}) # ${salt})) % ${SERVICES_PER_SLOT} as service,
  abs(hashint4((${row} * 16 + ${slot}) # ${salt + 1})) % ${REGIONS} as region`

const KEY = `'service:service ' || service || '@region' || region`

/** Fills an empty database with subscriptions of one organization and events for their footprints. */
export const fillEvents = (
  databaseUrl: string,
  { subscriptions, events }: Readonly<{ subscriptions: number; events: number }>,
): Promise<void> =>
  fillTables(databaseUrl, TABLES, async (client) => {
    await insertSubscriptions(client, subscriptions)
    await insertFootprints(client, subscriptions)
    await insertEvents(client, events)
  })

async function insertFootprints(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into footprint (subscription_id, key, service, region)
     select 'sub-' || n, ${KEY}, 'Service ' || service, 'Region ' || region
       from (select n, ${serviceRegion('n', 'slot', 7)}
               from generate_series(1, $1::int) n, generate_series(0, ${FOOTPRINT_ROWS - 1}) slot) as used`,
    [count],
  )
}

async function insertEvents(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `create temporary table hit as
     select n, slot, ${serviceRegion('n', 'slot', 99)}
       from generate_series(1, $1::int) n, generate_series(0, ${IMPACTS - 1}) slot`,
    [count],
  )
  await client.query(
    `insert into event (tracking_id, audience, record, is_sensitive, last_update_time, status,
                        event_type, event_level, priority, services, regions)
     select tracking_id, 'footprint', jsonb_build_object('systemData', system, 'properties',
              jsonb_build_object('title', 'Something is wrong', 'summary', repeat('It is slow. ', 10),
                'description', repeat('We look into it. ', 20), 'eventType', 'ServiceIssue',
                'eventLevel', 'Warning', 'status', 'Active', 'priority', 2, 'isEventSensitive', false,
                'lastUpdateTime', moment, 'eventTags', '[]'::jsonb, 'impact', impact)),
            false, at, 'Active', 'ServiceIssue', 'Warning', 2, services, regions
       from (select 'E-' || n as tracking_id, at, moment, services, regions, impact,
                    jsonb_build_object('createdAt', moment, 'createdBy', 'bench',
                      'createdByType', 'User', 'lastModifiedAt', moment, 'lastModifiedBy', 'bench',
                      'lastModifiedByType', 'User') as system
               from (${EVENTS}) as timed) as ready`,
  )
  await client.query(
    `insert into event_reach (key, tracking_id, last_update_time, is_active)
     select ${KEY}, 'E-' || n, event.last_update_time, true
       from hit join event on event.tracking_id = 'E-' || n`,
  )
}

/** The parts of each event, its impact in the shape that rules derive. */
const EVENTS = `
  select n, at, moment, array_agg('service ' || service) as services,
         array_agg('region' || region) as regions,
         jsonb_agg(jsonb_build_object('impactedService', 'Service ' || service,
           'impactedServiceGuid', gen_random_uuid(), 'impactedRegions', jsonb_build_array(
             jsonb_build_object('impactedRegion', 'Region ' || region, 'status', 'Active',
               'lastUpdateTime', moment, 'updates', jsonb_build_array(jsonb_build_object(
                 'summary', 'We are on it.', 'updateDateTime', moment,
                 'eventTags', '[]'::jsonb)))))) as impact
    from (select hit.*, at, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment
            from hit cross join lateral (
                 select now() - interval '1 day' * hit.n / ${EVENTS_PER_DAY} as at) as times) as dated
   group by n, at, moment`
