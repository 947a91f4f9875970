import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findTimeSources } from './time-sources.ts'

test('product time and real time have one source each', () => {
  const files = globSync(['src/**/*.ts', 'bin/*.ts', 'migrations/*.sql'])
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => findTimeSources(file, readFileSync(file, 'utf8')))).toEqual([])
})

describe('the check itself notices', () => {
  test.each([
    ['const at = Date.now()', 'Date.now'],
    ['const read = Date.now', 'Date.now'],
    ['const at = new Date()', 'new Date()'],
    ['const at = new Date', 'new Date'],
    ['const at = Date()', 'Date('],
    ['Temporal.Now.instant()', 'Temporal.Now'],
    ['performance.timeOrigin + performance.now()', 'performance.timeOrigin'],
    ['sql`where expires_at > now()`', 'now()'],
    ['sql`where expires_at > pg_catalog.NOW ( )`', 'NOW ( )'],
    ['sql`select current_timestamp`', 'current_timestamp'],
    ['sql`select CURRENT_DATE`', 'CURRENT_DATE'],
    ['sql`select localtimestamp`', 'localtimestamp'],
    ['sql`select clock_timestamp()`', 'clock_timestamp'],
    ['sql`select statement_timestamp()`', 'statement_timestamp'],
    ['sql`select transaction_timestamp()`', 'transaction_timestamp'],
    ["sql`select 'now'::timestamptz`", "'now'::"],
  ])('%s', (source, clock) => {
    const file = 'src/areas/quota/requests/store.ts'
    expect(findTimeSources(file, source)).toEqual([`${file} reads ${clock}`])
  })

  test('a default in a new migration, and not in one that was published before', () => {
    const source = 'created_at timestamptz(3) not null default now()'
    const fresh = 'migrations/0026-x.sql'
    expect(findTimeSources(fresh, source)).toEqual([`${fresh} reads now()`])
    expect(findTimeSources('migrations/0025-kept-names-and-seats.sql', source)).toEqual([])
  })

  test.each(['systemProductTime', 'systemRealTime'])('%s outside a process', (name) => {
    const file = 'src/areas/quota/area.ts'
    const source = `import { ${name} } from '../../platform/time.ts'`
    expect(findTimeSources(file, source)).toEqual([`${file} takes ${name}`])
    expect(findTimeSources('src/processes/serve.ts', source)).toEqual([])
  })

  test('and lets pass what names a moment, or measures a duration', () => {
    const source = 'const day = new Date(0), start = new Date(\n  text)\nperformance.now() - since'
    expect(findTimeSources('src/areas/quota/rules.ts', source)).toEqual([])
  })
})
