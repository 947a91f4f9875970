import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  BODIES,
  inPath,
  type OperatorWorld,
  prepareOperatorWorld,
  TRUSTED_ISSUERS,
} from '../../../test/support/http/operator-requests.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { listWrites } from '../../../test/support/world/writes.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import type { Trx } from '../../platform/db/connect.ts'

const ORIGIN = 'http://binnacle.example'
const OPERATOR = '/operator/v1'
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({
  databaseUrl: database.url,
  seal,
  env: { PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS },
})

const signIn = ({ id }: Person) =>
  forgeBearer(database.db, seal, ORIGIN, {
    sub: id,
    client_id: 'portal',
    aud: `${ORIGIN}/v0.1`,
    scope: 'account',
  })
const ask = (bearer: string, method: string, path: string, body?: object) =>
  caller(server)(undefined, method, path, body, {
    Authorization: `Bearer ${bearer}`,
  })

let ada: Person
let bob: Person
beforeEach(async () => {
  const { db } = database
  await db.updateTable('account').set({ is_operator: false }).execute()
  ;[ada, bob] = [await insertPerson(db), await insertPerson(db)]
  for (const { id } of [ada, bob]) {
    await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  }
})

const set = (change: string) => (trx: Trx) =>
  sql`update account set ${sql.raw(change)} where id = ${bob.id}`.execute(trx)

describe('an operator who ends while a change of theirs is under way', () => {
  const LOSSES_OF_RIGHTS = {
    'is disabled': 'disabled_at = now()',
    'is demoted': 'is_operator = false',
    'is signed out everywhere': "tokens_valid_after = now() + interval '1 hour'",
  }
  const CHANGES = [...listWrites().values()].filter(
    ({ area, operationId }) => area === 'operator' && operationId !== 'measureEventReach',
  )

  // A refused change leaves its world as it was, for the next loss.
  const worlds = new Map<string, OperatorWorld>()

  test.each(Object.entries(LOSSES_OF_RIGHTS))(
    'and %s, does not finish it',
    async (_how, change) => {
      const bearer = await signIn(bob)
      const own = await signIn(ada)
      const asAda = (method: string, path: string, body: object) =>
        ask(own, method, `${OPERATOR}${path}`, body)
      expect(CHANGES.length).toBeGreaterThan(40)
      for (const { method, path, operationId } of CHANGES) {
        const world = worlds.get(operationId) ?? (await prepareOperatorWorld(database.db, asAda))
        worlds.set(operationId, world)
        const send = () =>
          ask(bearer, method, inPath(method, path, world), BODIES[operationId]?.(world))
        const [answer] = await whileHolding(database.db, set(change), [send])
        expect([operationId, answer?.status]).toEqual([operationId, 403])
        await database.db
          .updateTable('account')
          .set({ disabled_at: null, is_operator: true, tokens_valid_after: null })
          .where('id', '=', bob.id)
          .execute()
      }
    },
  )
})

test('two operators who disable each other at once: one of them stays', async () => {
  const disable = async (who: Person, whom: Person) => {
    const bearer = await signIn(who)
    return () => ask(bearer, 'PATCH', `${OPERATOR}/accounts/${whom.id}`, { disabled: true })
  }
  const calls = [await disable(ada, bob), await disable(bob, ada)]
  const hold = (trx: Trx) => sql`select from account where id = ${ada.id} for update`.execute(trx)
  const answers = await whileHolding(database.db, hold, calls)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})
