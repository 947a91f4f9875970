import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { arbitraryFilter } from '../../../test/support/service-health/filters.ts'
import { toCondition } from '../db/filter.ts'
import { foldCase } from '../fold-case.ts'
import { fits } from './evaluate.ts'
import type { Fields } from './filter.ts'

const database = useDatabase()
const FIELDS = {
  region: { type: 'text', many: true, canonicalize: (text) => foldCase(text).trim(), all: '*' },
  state: { type: 'text', known: ['Active', 'Resolved'], knownValuesOnly: true },
  label: { type: 'text' },
  rank: { type: 'integer' },
  isOpen: { type: 'boolean' },
  at: { type: 'time' },
} as const satisfies Fields
const COLUMNS = {
  region: 'thing.region',
  state: 'thing.state',
  label: 'thing.label',
  rank: 'thing.rank',
  isOpen: 'thing.is_open',
  at: 'thing.at',
}
const THINGS = [
  { region: [], state: 'Active', label: null, rank: 1, isOpen: true, at: new Date(0) },
  {
    region: ['west us', ''],
    state: 'Resolved',
    label: "PeOple's",
    rank: 0,
    isOpen: false,
    at: null,
  },
  {
    region: ['*', 'x'],
    state: 'Active',
    label: 'BC_1-FXZ',
    rank: -5,
    isOpen: null,
    at: new Date(9e12),
  },
]

test('a filter fits in memory what its condition finds in the database', async () => {
  const counts = { fits: 0, all: 0 }
  await fc.assert(
    fc.asyncProperty(arbitraryFilter(FIELDS), async (filter) => {
      const expected = await Promise.all(
        THINGS.map(async ({ region, state, label, rank, isOpen, at }) => {
          const { rows } = await sql<{ fits: boolean }>`
            select ${toCondition(filter, FIELDS, COLUMNS)} as fits
              from (values (${region}::text[], ${state}::text, ${label}::text, ${rank}::integer,
                            ${isOpen}::boolean, ${at}::timestamptz(3)))
                   as thing (region, state, label, rank, is_open, at)`.execute(database.db)
          return rows[0]?.fits
        }),
      )
      const found = THINGS.map((thing) => fits(filter, FIELDS, thing))
      counts.fits += found.filter(Boolean).length
      counts.all += found.length
      expect(found).toEqual(expected)
    }),
    { numRuns: 400 },
  )
  expect(counts.fits).toBeGreaterThan(counts.all / 10)
  expect(counts.fits).toBeLessThan(counts.all)
})
