import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { foldCase } from './fold-case.ts'

const database = useDatabase()

test('A to Z become small, and nothing else changes', () => {
  expect(foldCase('West US 2')).toBe('west us 2')
  expect(foldCase('ÄÖÜ İI \u212a Σ ß')).toBe('ÄÖÜ İi \u212a Σ ß')
})

test('PostgreSQL folds every character alike', async () => {
  const scalars = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
  )
  for (let from = 0; from < scalars.length; from += 4096) {
    const text = String.fromCodePoint(...scalars.slice(from, from + 4096))
    const { rows } = await sql<{ folded: string }>`
      select lower(${text}::text collate "C") as folded`.execute(database.db)
    expect(rows[0]?.folded).toBe(foldCase(text))
  }
})
