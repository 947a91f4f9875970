import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useOffboardingStage } from '../../../../../test/support/server/offboarding-stage.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../../test/support/world/world.ts'

const stage = useOffboardingStage()
const { call, callAsOperator } = stage

async function prepare() {
  const { db } = stage.database
  const [eve, ada] = [await insertPerson(db), await insertPerson(db)]
  const org = await insertOrganization(db, { [eve.id]: 'admin', [ada.id]: 'admin' })
  const app = await insertApp(db, org)
  const appToken = await stage.insertTokenOf(eve, { id: org.id, appId: app.id })
  const orgToken = await stage.insertTokenOf(eve, { id: org.id })
  const adas = await stage.insertTokenOf(ada, { id: org.id, appId: app.id, access: 'viewer' })
  const lists = {
    account: `/accounts/${eve.id}/tokens`,
    organization: `/organizations/${org.id}/tokens`,
    app: `/apps/${org.name}/${app.name}/tokens`,
  }
  return { eve, ada, org, app, appToken, orgToken, adas, lists }
}

const ids = async (path: string) =>
  (await callAsOperator('GET', path)).body.value.map(({ id }: { id: string }) => id)

describe('tokens, as operators see them', () => {
  test('an account’s are all that it created, an organization’s also those of its apps', async () => {
    const { eve, appToken, orgToken, adas, lists } = await prepare()
    // Two that are made within a millisecond can have their ids in either order.
    const account = [eve.tokenId, appToken.id, orgToken.id].toSorted()
    expect(await ids(lists.account)).toEqual(account)
    const organization = [appToken.id, orgToken.id, adas.id].toSorted()
    expect(await ids(lists.organization)).toEqual(organization)
    expect(await ids(lists.app)).toEqual([appToken.id, adas.id].toSorted())
  })

  test('say who created them and whose they are, and never a value', async () => {
    const { eve, org, app, appToken, lists } = await prepare()
    const { body, text } = await callAsOperator('GET', lists.app)
    expect(body.value.find(({ id }: { id: string }) => id === appToken.id)).toMatchObject({
      ...{ kind: 'app', scope: ['all'], created_by: eve.name },
      ...{ created_by_id: eve.id, owner_id: org.id, app_id: app.id },
    })
    expect(text).not.toContain(appToken.value)
  })

  test('come page after page', async () => {
    const { eve, lists } = await prepare()
    await sql`
      insert into api_token (home_id, id, hash, kind, access, created_by, created_at)
      select ${eve.id}::uuid, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'user',
             'viewer', ${eve.id}::uuid, now() from generate_series(1, 150)`.execute(
      stage.database.db,
    )
    const first = (await callAsOperator('GET', lists.account)).body
    const next = new URL(first.nextLink)
    const second = (await callAsOperator('GET', `${lists.account}${next.search}`)).body
    const seen = [...first.value, ...second.value].map(({ id }) => id)
    expect([first.value.length, new Set(seen).size, second.nextLink]).toEqual([100, 153, undefined])
    expect((await callAsOperator('GET', `${lists.account}?$skiptoken=x`)).status).toBe(400)
  })

  test.each(['account', 'organization', 'app'] as const)(
    'one that is ended under its %s ends at once, on record, and is counted back',
    async (where) => {
      const { eve, app, appToken, lists } = await prepare()
      const path = `${lists[where]}/${appToken.id}`
      expect((await call(appToken.value, 'GET', app.path)).status).toBe(200)
      expect((await callAsOperator('DELETE', path)).status).toBe(204)
      expect((await call(appToken.value, 'GET', app.path)).status).toBe(401)
      const { body } = await callAsOperator('DELETE', path)
      expect(body.error.code).toBe('TokenNotFound')
      expect((await callAsOperator('GET', `/accounts/${eve.id}`)).body.token_count).toBe(2)
      const { rows } = await sql`
        select actor_kind, after from audit where action = 'token.revoke'
           and target = ${`token ${appToken.id}`}`.execute(stage.database.db)
      expect(rows).toEqual([{ actor_kind: 'account', after: { reason: 'revoked by an operator' } }])
    },
  )

  test('404: a token of somebody else, and what is not there', async () => {
    const { adas, ada, lists, app } = await prepare()
    expect((await callAsOperator('DELETE', `${lists.account}/${adas.id}`)).status).toBe(404)
    expect((await callAsOperator('DELETE', `${lists.app}/${ada.tokenId}`)).status).toBe(404)
    for (const path of ['/accounts/x', `/organizations/${ada.id}`, `/apps/nobody/${app.name}`]) {
      expect((await callAsOperator('GET', `${path}/tokens`)).status).toBe(404)
    }
  })
})

describe('tokens, where new ones may live for 90 days', () => {
  const limited = useOffboardingStage({ TOKEN_DAYS: 'longest=90' })

  test('operators see which exceed that', async () => {
    const { db } = limited.database
    const eve = await insertPerson(db)
    const org = await insertOrganization(db, { [eve.id]: 'admin' })
    const app = await insertApp(db, org)
    const home = { id: org.id, appId: app.id }
    const [endless, short] = [
      await limited.insertTokenOf(eve, home),
      await limited.insertTokenOf(eve, home),
    ]
    const expires_at = new Date(Date.now() + 5 * 86_400_000)
    await db.updateTable('api_token').set({ expires_at }).where('id', '=', short.id).execute()
    for (const path of [
      `/accounts/${eve.id}`,
      `/organizations/${org.id}`,
      `/apps/${org.name}/${app.name}`,
    ]) {
      const { body } = await limited.callAsOperator('GET', `${path}/tokens`)
      const marks = [endless, short].map(
        ({ id }) => body.value.find((listed: { id: string }) => listed.id === id)?.exceeds_limit,
      )
      expect([path, ...marks]).toEqual([path, true, false])
    }
  })
})
