import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { openSharedReads } from '../shared-read.ts'

const database = useDatabase()

test('text of any kind reaches the database as it is', async () => {
  const reads = openSharedReads(database.url)
  const findSame = reads.define<string | null, unknown>({
    name: 'same',
    sql: 'select same from unnest($1::text[]) with ordinality as asked (same, n) order by n',
    toParameters: (keys) => [keys],
    toValue: ([same]) => same,
  })
  const texts = [
    '',
    'null',
    'NULL',
    null,
    'a,b',
    '{x}',
    '"',
    '\\',
    '\\"',
    "'",
    ' ',
    'é 漢 😀',
    '$1',
  ]
  try {
    expect(await Promise.all(texts.map(findSame))).toEqual(texts)
  } finally {
    await reads.close()
  }
})
