import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPTIONS, findUnguarded } from './transactions.ts'

test('what opens a transaction asks for the right again and writes an audit row', () => {
  const files = globSync('src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') })
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  expect(findUnguarded(sources).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})

const HELPER = `import { actorOf, recordAudit } from '../audit.ts'
export async function record(trx: Trx) {
  await recordAudit(trx, actor, change)
}
`
const GUARDED = `import { record } from '../b/actions.ts'
export async function rename(db: Db, call: Call) {
  return db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'change app', target)
    await record(trx)
  })
}
`

const check = (source: string, file = 'src/a/actions.ts') =>
  findUnguarded(
    new Map([
      [file, source],
      ['src/b/actions.ts', HELPER],
    ]),
  )

test('the check itself notices what is missing, and what other files do', () => {
  expect(check(GUARDED)).toEqual([])
  expect(check(GUARDED.replace('confirmRight', 'findTarget'))).toEqual([
    'src/a/actions.ts rename does not ask for the right',
  ])
  expect(check(GUARDED.replace('await record(trx)', ''))).toEqual([
    'src/a/actions.ts rename writes no audit row',
  ])
  expect(check(GUARDED.replace('await record(trx)', ''), 'src/a/renaming.ts')).toEqual([
    'src/a/renaming.ts rename writes no audit row',
  ])
})

test.each([
  'db.transaction().execute(change)',
  'db.transaction ().execute(change)',
  'runOperatorTransaction(db, call, change)',
  'db.transaction().setIsolationLevel("serializable").execute(change)',
  'db\n    .startTransaction()\n    .execute()',
  'sql`begin`.execute(db)',
  'client.query("START TRANSACTION read write")',
])('the check itself notices a transaction opened by %s', (opening) => {
  expect(check(`export const rename = (db: Db) => ${opening}`)).toContain(
    'src/a/actions.ts rename writes no audit row',
  )
})
