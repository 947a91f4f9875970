import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { revoke, waitForWaiters, whileHolding } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'
import { insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const stage = useOffboardingStage()
const { call } = stage

async function prepare() {
  const { db } = stage.database
  const [eve, ada] = [await insertPerson(db), await insertPerson(db)]
  const org = await insertOrganization(db, { [ada.id]: 'admin', [eve.id]: 'admin' })
  const app = await insertApp(db, org, { [eve.id]: 'manager' })
  const appToken = await stage.insertTokenOf(ada, { id: org.id, appId: app.id })
  const orgToken = await stage.insertTokenOf(ada, { id: org.id })
  const putOut = async (trx: Trx) => {
    await sql`select from owner_name where owner_id = ${org.id} for update`.execute(trx)
    await sql`delete from app_member where account_id = ${eve.id}`.execute(trx)
    await sql`delete from organization_member where account_id = ${eve.id}`.execute(trx)
  }
  return { eve, ada, org, app, appToken, orgToken, putOut }
}

describe('revoking a token asks for the right again', () => {
  test('of an app: who is put out meanwhile revokes nothing', async () => {
    const { eve, app, appToken, putOut } = await prepare()
    const send = () => call(eve.token, 'DELETE', `${app.path}/api_tokens/${appToken.id}`)
    const [answer] = await whileHolding(stage.database.db, putOut, [send])
    expect(answer?.status).toBe(404)
    expect((await call(appToken.value, 'GET', app.path)).status).toBe(200)
  })

  test('of an organization: who is put out meanwhile revokes nothing', async () => {
    const { eve, org, orgToken, putOut } = await prepare()
    const path = `/v0.1/orgs/${org.name}`
    const send = () => call(eve.token, 'DELETE', `${path}/api_tokens/${orgToken.id}`)
    const [answer] = await whileHolding(stage.database.db, putOut, [send])
    expect(answer?.status).toBe(404)
    expect((await call(orgToken.value, 'GET', path)).status).toBe(200)
  })

  test('of oneself: with a token that is revoked meanwhile, nothing is revoked', async () => {
    const { eve } = await prepare()
    const other = await insertToken(stage.database.db, { homeId: eve.id })
    const send = () => call(eve.token, 'DELETE', `/v0.1/api_tokens/${other.id}`)
    const [answer] = await whileHolding(stage.database.db, revoke(eve.tokenId), [send])
    expect(answer?.status).toBe(401)
    expect((await call(other.value, 'GET', '/v0.1/user')).status).toBe(200)
  })

  test('two tokens that revoke each other at once: one of them ends, without a deadlock', async () => {
    const { db } = stage.database
    const { eve } = await prepare()
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await insertToken(db, { homeId: eve.id }),
        await insertToken(db, { homeId: eve.id }),
      ]
      await sql`update account set token_count = token_count + 2 where id = ${eve.id}`.execute(db)
      let answers: Promise<Answer>[] = []
      const hold = sql`select from api_token where id in (${one.id}, ${two.id}) for no key update`
      await db.transaction().execute(async (trx) => {
        await hold.execute(trx)
        answers = [
          call(one.value, 'DELETE', `/v0.1/api_tokens/${two.id}`),
          call(two.value, 'DELETE', `/v0.1/api_tokens/${one.id}`),
        ]
        // One waits in the database; the other for it, there or in the queue of the account.
        await waitForWaiters(db, 1)
      })
      const statuses = (await Promise.all(answers)).map(({ status }) => status).sort()
      expect(statuses).toEqual([204, 401])
    }
  })
})
