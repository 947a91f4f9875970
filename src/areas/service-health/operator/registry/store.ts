import { sql } from 'kysely'
import { isUniqueViolation } from '../../../../platform/db/conflict.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { NameKind } from './rules.ts'

/** Spellings beyond these are not kept: they help nobody to find the name. */
export const MOST_SPELLINGS = 20

export type KnownName = Readonly<{
  kind: NameKind
  name: string
  displayNames: readonly string[]
  /** Null for a region, and for a service that no event has named. */
  guid: string | null
}>

/** Those of the names that are registered, by their keys. */
export async function findNames(
  db: Db,
  services: readonly string[],
  regions: readonly string[],
): Promise<KnownName[]> {
  const { rows } = await sql<KnownName>`
    select 'service' as kind, name, display_names as "displayNames",
           case when is_published then guid end as guid
      from unnest(${services}::text[]) as asked (name) join service using (name)
    union all
    select 'region', name, display_names, null
      from unnest(${regions}::text[]) as asked (name) join region using (name)`.execute(db)
  return rows
}

/** The first spelling of each, in their order. */
export async function listNames(db: Db, kind: NameKind, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select display_names[1] as name from ${sql.table(kind)} order by name limit ${limit}`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export type NewService = Readonly<{ name: string; displayName: string; guid: string }>

/**
 * Adds services and spellings. In one order, so that two transactions cannot wait for each other.
 * With `isPublished` a guid that no event has told yet gives way. False when a guid is another service's.
 */
export async function addServices(
  trx: Trx,
  services: readonly NewService[],
  isPublished: boolean,
): Promise<boolean> {
  const [names, spellings, guids] = (['name', 'displayName', 'guid'] as const).map((key) =>
    services.map((service) => service[key]),
  )
  try {
    await sql`
      insert into service (name, guid, is_published, display_names)
      select name, guid, ${isPublished}, array[spelling]
        from unnest(${names}::text[], ${guids}::uuid[], ${spellings}::text[])
             as given (name, guid, spelling)
       order by name collate "C"
      on conflict (name) do update
         set guid = case when service.is_published or not excluded.is_published
                         then service.guid else excluded.guid end,
             is_published = service.is_published or excluded.is_published,
             display_names = ${spellingsOf('service')}`.execute(trx)
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Those whose guid another service has, or another of them. */
export async function listTakenGuids(db: Db, services: readonly NewService[]): Promise<string[]> {
  const [names, spellings, guids] = (['name', 'displayName', 'guid'] as const).map((key) =>
    services.map((service) => service[key]),
  )
  const { rows } = await sql<{ spelling: string }>`
    with given as (
      select * from unnest(${names}::text[], ${guids}::uuid[], ${spellings}::text[])
                    as given (name, guid, spelling))
    select spelling from given
     where exists (select from service where service.guid = given.guid and service.name <> given.name)
        or exists (select from given as other where other.guid = given.guid and other.name <> given.name)`.execute(
    db,
  )
  return rows.map(({ spelling }) => spelling)
}

export type NewRegion = Readonly<{ name: string; displayName: string }>

export async function addRegions(trx: Trx, regions: readonly NewRegion[]): Promise<void> {
  const [names, spellings] = (['name', 'displayName'] as const).map((key) =>
    regions.map((region) => region[key]),
  )
  await sql`
    insert into region (name, display_names)
    select name, array[spelling]
      from unnest(${names}::text[], ${spellings}::text[]) as given (name, spelling)
     order by name collate "C"
    on conflict (name) do update set display_names = ${spellingsOf('region')}`.execute(trx)
}

const spellingsOf = (table: NameKind) => {
  const known = sql.ref(`${table}.display_names`)
  return sql`case when ${known} @> excluded.display_names or cardinality(${known}) >= ${MOST_SPELLINGS}
                  then ${known} else ${known} || excluded.display_names end`
}
