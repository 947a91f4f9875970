import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { listAudit } from './store.ts'

const database = useDatabase()

/** Of 30,000 entries, three are of one actor, all among the oldest. */
beforeAll(async () => {
  await sql`
    insert into audit (scope_id, id, at, actor_kind, actor_id, action, target)
    select 'scope-' || n % 50, gen_random_uuid(), now() - interval '1 minute' * n, 'account',
           case when n > 29997 then 'rare' else 'actor-' || n % 20 end, 'token.create', 'token ' || n
      from generate_series(1, 30000) n`.execute(database.db)
  await sql`analyze audit`.execute(database.db)
})

/** Asks for the plan of a statement in place of its rows. */
const explaining: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind !== 'SelectQueryNode') throw new Error(`no plan for ${node.kind}`)
    return { ...node, explain: { kind: 'ExplainNode' } }
  },
  transformResult: async ({ result }) => result,
}

test.each([
  ['no condition', {}, 'audit_by_time'],
  ['a rare actor', { actor: 'rare' }, 'audit_by_actor'],
  ['a rare actor since a time', { actor: 'rare', from: new Date(0) }, 'audit_by_actor'],
])('a search with %s reads only what it returns', async (_what, filter, index) => {
  const lines = await listAudit(database.db.withPlugin(explaining), { ...filter, limit: 101 })
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toMatch(new RegExp(`Scan.* (using|on) ${index}`))
  expect(plan).not.toContain('Filter:')
})

test('a rare actor is found among all others, newest first', async () => {
  const rows = await listAudit(database.db, { actor: 'rare', limit: 101 })
  expect(rows.map(({ target }) => target)).toEqual(['token 29998', 'token 29999', 'token 30000'])
})
