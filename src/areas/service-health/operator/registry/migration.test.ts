import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
} from '../../../../../test/support/database/postgres.ts'
import { jobQueues } from '../../../../jobs.ts'
import { connect, type Db } from '../../../../platform/db/connect.ts'
import { migrate } from '../../../../platform/db/migrate.ts'

const [A, B, C] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
]

/** As the release before the registry wrote it. */
async function insertEvent(
  db: Db,
  id: string,
  day: number,
  impact: readonly Readonly<{ service: string; guid?: string; regions: readonly string[] }>[],
): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, day))
  const reported = impact.map(({ service, guid, regions }) => ({
    impactedService: service,
    impactedServiceGuid: guid,
    impactedRegions: regions.map((impactedRegion) => ({ impactedRegion })),
  }))
  const said = impact.map(({ service, guid, regions }) => ({
    impactedService: service,
    impactedServiceGuid: guid,
    impactedRegions: regions,
  }))
  await sql`
    insert into event (tracking_id, audience, record, is_sensitive, last_update_time, status,
                       event_type, priority, services, regions)
    values (${id}, 'everyone', ${JSON.stringify({ systemData: {}, properties: { impact: reported } })},
            false, ${at}, 'Active', 'ServiceIssue', 0,
            ${impact.map(({ service }) => service.trim().toLowerCase())},
            ${impact.flatMap(({ regions }) => regions.map((name) => name.toLowerCase().replaceAll(' ', '')))})`.execute(
    db,
  )
  await sql`
    insert into event_revision (tracking_id, number, at, change, made_by, made_by_type, actor_id)
    values (${id}, 1, ${at}, ${JSON.stringify({ kind: 'create', impact: said })}, 'x', 'User', 'x')`.execute(
    db,
  )
}

test('a database with events gets one guid for each service: the first that was published', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'migrations-'))
  const before = pathToFileURL(`${copy}/`)
  const folder = new URL('../../../../../migrations/', import.meta.url)
  for (const name of readdirSync(folder).filter((file) => file < '0021'))
    cpSync(new URL(name, folder), new URL(name, before))
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  const db = connect(databaseUrl(name))
  try {
    await migrate(databaseUrl(name), jobQueues, { folder: before })
    await insertEvent(db, 'SECOND', 2, [{ service: 'Storage', guid: B, regions: ['West US'] }])
    await insertEvent(db, 'FIRST', 1, [{ service: ' STORAGE', guid: A, regions: ['East US'] }])
    await insertEvent(db, 'THIRD', 3, [
      { service: 'Cache', guid: C, regions: [] },
      { service: 'Queues', guid: A, regions: ['West US'] },
      { service: 'İstanbul', regions: ['Zürich'] },
    ])
    await sql`insert into quota_provider (key, name, locations, updated_at)
              values ('contoso.tides', 'Contoso.Tides', '{North Quay}', now())`.execute(db)
    await migrate(databaseUrl(name), jobQueues)
    const services = await sql<{ name: string; guid: string; is_published: boolean }>`
      select name, guid, is_published from service order by name collate "C"`.execute(db)
    const guids = Object.fromEntries(services.rows.map((row) => [row.name, row.guid]))
    expect(guids).toMatchObject({ storage: A, cache: C })
    expect(Object.keys(guids)).toEqual(['cache', 'i̇stanbul', 'queues', 'storage', 'tides'])
    expect(new Set(Object.values(guids)).size).toBe(5)
    expect(services.rows.filter((row) => !row.is_published).map((row) => row.name)).toEqual([
      'tides',
    ])
    const regions = await sql<{ name: string }>`
      select name from region order by name collate "C"`.execute(db)
    expect(regions.rows.map((row) => row.name)).toEqual(['eastus', 'northquay', 'westus', 'zürich'])
    const events = await sql<{ id: string; regions: string[] }>`
      select tracking_id as id, regions from event order by tracking_id`.execute(db)
    expect(Object.fromEntries(events.rows.map((row) => [row.id, row.regions]))).toEqual({
      FIRST: ['eastus'],
      SECOND: ['westus'],
      THIRD: ['*', 'westus', 'zürich'],
    })
  } finally {
    await db.destroy()
    rmSync(copy, { recursive: true })
    await administer(`drop database ${name} with (force)`)
  }
})
