import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXCEPTIONS, findUnguarded } from './transactions.ts'

test('an action that opens a transaction asks for the right again and writes an audit row', () => {
  const files = globSync('src/**/actions.ts')
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

const check = (source: string) =>
  findUnguarded(
    new Map([
      ['src/a/actions.ts', source],
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
})
