import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import type { ProductTime } from '../../../platform/time.ts'
import { issueToken } from '../tokens/actions.ts'
import { TOKENS_PER_ACCOUNT } from '../tokens/rules.ts'
import { bootstrapOperator } from './actions.ts'

const database = useDatabase()
const at = new Date('2026-06-01T12:00:00Z') as ProductTime
const operator = { name: 'ada', email: 'ada@example.com', at }

afterEach(async () => {
  for (const table of [
    'api_token',
    'account_email',
    'account_identity',
    'owner_name',
    'account',
  ] as const) {
    await database.db.deleteFrom(table).execute()
  }
})

describe('bootstrapOperator', () => {
  test('many at once make one', async () => {
    const attempts = Array.from({ length: 6 }, (_, i) =>
      bootstrapOperator(database.db, { name: `n${i}`, email: `e${i}@example.com`, at }),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('Conflict')
    }
  })

  test('refuses a name somebody has in another spelling, and leaves nothing behind', async () => {
    const taken = {
      key: 'ada',
      owner_id: '01a1dd03-7b80-7a71-811c-8bcccd5a6b46',
      owner_kind: 'org',
    } as const
    await database.db.insertInto('owner_name').values(taken).execute()
    await expect(bootstrapOperator(database.db, { ...operator, name: 'ADA' })).rejects.toThrow(
      'is already in use',
    )
    expect(await database.db.selectFrom('account').selectAll().execute()).toEqual([])
  })
})

test('the token after the last allowed one is refused, and the count stays', async () => {
  const { accountId } = await bootstrapOperator(database.db, operator)
  await database.db
    .updateTable('account')
    .set({ token_count: TOKENS_PER_ACCOUNT - 1 })
    .execute()
  const issue = () =>
    database.db.transaction().execute((trx) =>
      issueToken(
        trx,
        { kind: 'account', id: accountId, at },
        {
          kind: 'user',
          homeId: accountId,
          access: 'viewer',
          description: 'ci',
          createdBy: accountId,
        },
      ),
    )
  await issue()
  await expect(issue()).rejects.toThrow('has 5000 API tokens, which is the limit')
  const account = await database.db
    .selectFrom('account')
    .select('token_count')
    .executeTakeFirstOrThrow()
  expect(account.token_count).toBe(5000)
})
