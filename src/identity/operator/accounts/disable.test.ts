import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitForWaiters } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import { insertPassword } from '../../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../../test/support/http/visitor.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { makePasswordLink } from '../../sign-in/actions.ts'

const stage = useOffboardingStage()
const { call, callAsOperator, asBearer, signIn } = stage

/** Somebody with a token of each kind: their own, of an app, of an organization. */
async function prepare() {
  const { db } = stage.database
  const [eve, ada] = [await insertPerson(db), await insertPerson(db)]
  const org = await insertOrganization(db, { [eve.id]: 'admin', [ada.id]: 'admin' })
  const app = await insertApp(db, org, { [eve.id]: 'manager' })
  const appToken = await stage.insertTokenOf(eve, { id: org.id, appId: app.id })
  const orgToken = await stage.insertTokenOf(eve, { id: org.id })
  const othersToken = await stage.insertTokenOf(ada, { id: org.id, appId: app.id })
  return { eve, ada, org, app, appToken, orgToken, othersToken }
}

const readCount = async ({ id }: Person) => {
  const { rows } = await sql<{ counted: number; live: number }>`
    select token_count as counted,
           (select count(*)::integer from api_token
             where created_by = account.id and revoked_at is null) as live
      from account where id = ${id}`.execute(stage.database.db)
  return rows[0]
}

describe('disabling an account', () => {
  test('ends all that it can act with, says how many tokens, and enabling revives none', async () => {
    const { eve, org, app, appToken, orgToken, othersToken } = await prepare()
    const bearer = await signIn(eve)
    const disabled = await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true })
    expect(disabled.status).toBe(200)
    expect(disabled.body).toMatchObject({ tokens_ended: 3, tokens_left: 0, token_count: 0 })
    const enabled = await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: false })
    expect(enabled.body).toMatchObject({ disabled_at: null, tokens_ended: 0, tokens_left: 0 })
    const revoked = 'This API token was revoked'
    for (const [token, path] of [
      [eve.token, '/v0.1/user'],
      [appToken.value, app.path],
      [orgToken.value, `/v0.1/orgs/${org.name}`],
    ] as const) {
      const { status, body } = await call(token, 'GET', path)
      expect([status, body.message]).toEqual([401, expect.stringContaining(revoked)])
    }
    expect((await asBearer(bearer, 'GET', '/v0.1/user')).status).toBe(401)
    expect((await call(othersToken.value, 'GET', app.path)).status).toBe(200)
    expect(await readCount(eve)).toEqual({ counted: 0, live: 0 })
  })

  test('with revoke_tokens own leaves the tokens of apps and organizations, and counts them', async () => {
    const { eve, app, appToken, orgToken, org } = await prepare()
    const input = { disabled: true, revoke_tokens: 'own' }
    const { body } = await callAsOperator('PATCH', `/accounts/${eve.id}`, input)
    expect(body).toMatchObject({ tokens_ended: 1, tokens_left: 2 })
    expect((await call(eve.token, 'GET', '/v0.1/user')).status).toBe(401)
    expect((await call(appToken.value, 'GET', app.path)).status).toBe(200)
    expect((await call(orgToken.value, 'GET', `/v0.1/orgs/${org.name}`)).status).toBe(200)
    expect(await readCount(eve)).toEqual({ counted: 2, live: 2 })
  })

  test('ends sessions, refresh tokens and open password links for good', async () => {
    const { db } = stage.database
    const eve = await insertPerson(db)
    await insertPassword(db, eve.id)
    const sign = signer(stage.origin, [stage.server.url])
    const asked = {
      client_id: 'portal',
      redirect_uri: `${stage.origin}/signed-in`,
      scope: 'openid account offline_access',
    }
    const { body: tokens } = await (await sign.begin(eve.name, asked)).exchange()
    const link = { hash: Buffer.alloc(32, 7), account_id: eve.id, created_at: new Date() }
    const expires_at = new Date(Date.now() + 60_000)
    await db
      .insertInto('one_use_link')
      .values({ ...link, expires_at })
      .execute()
    await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true })
    await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: false })
    expect((await sign.refresh('portal', tokens.refresh_token ?? '')).status).toBe(400)
    for (const table of ['oauth_record', 'one_use_link'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('account_id')
        .where('account_id', '=', eve.id)
        .execute()
      expect([table, rows]).toEqual([table, []])
    }
    // Who is enabled again signs in with the password they had.
    expect((await (await sign.begin(eve.name, asked)).exchange()).status).toBe(200)
  })

  test('is on record: each end with its reason, and the numbers with the change', async () => {
    const { eve, appToken } = await prepare()
    await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true })
    const { value } = (await callAsOperator('GET', `/audit?scope=${eve.id}&action=account.change`))
      .body
    expect(value[0].after).toMatchObject({ revoke_tokens: 'all', tokensEnded: 3, tokensLeft: 0 })
    const { rows } = await sql<{ after: object }>`
      select after from audit where target = ${`token ${appToken.id}`}
                                and action = 'token.revoke'`.execute(stage.database.db)
    expect(rows).toEqual([{ after: { reason: 'account disabled' } }])
  })
})

describe('a token that is created while its creator is disabled', () => {
  const lockAccount =
    ({ id }: Person) =>
    (trx: Trx) =>
      sql`select from account where id = ${id} for no key update`.execute(trx)
  const shareToken =
    ({ id }: { id: string }) =>
    (trx: Trx) =>
      sql`select from api_token where id = ${id} for share`.execute(trx)

  /** Both under way at once, the first having come as far as it can before the second begins. */
  async function runInOrder(
    hold: (trx: Trx) => Promise<unknown>,
    ...[first, second]: [() => Promise<Answer>, () => Promise<Answer>]
  ): Promise<[Answer, Answer]> {
    const { db } = stage.database
    let pending: [Promise<Answer>, Promise<Answer>] | undefined
    await db.transaction().execute(async (trx) => {
      await hold(trx)
      const one = first()
      await waitForWaiters(db, 1)
      pending = [one, second()]
      await waitForWaiters(db, 2)
    })
    if (!pending) throw new Error('nothing was sent')
    return Promise.all(pending)
  }

  const CREATORS = {
    'with a token': (eve: Person) => async (path: string) => call(eve.token, 'POST', path, INPUT),
    'by somebody signed in': (eve: Person) => async (path: string) =>
      asBearer(await signIn(eve), 'POST', path, INPUT),
  }
  const INPUT = { description: 'another', scope: ['all'] }

  describe.each(Object.entries(CREATORS))('%s', (_how, creator) => {
    test.each(['own', 'app', 'org'])('%s: ends with the rest when it came first', async (kind) => {
      const { eve, app, org } = await prepare()
      const path = { own: '/v0.1', app: app.path, org: `/v0.1/orgs/${org.name}` }[kind]
      const [made, disabled] = await runInOrder(
        lockAccount(eve),
        () => creator(eve)(`${path}/api_tokens`),
        () => callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true }),
      )
      expect(made.status).toBe(201)
      expect(disabled.body).toMatchObject({ tokens_ended: 4, tokens_left: 0 })
      await callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: false })
      const reads = { own: '/v0.1/user', app: app.path, org: `/v0.1/orgs/${org.name}` }[kind] ?? ''
      expect((await call(made.body.api_token, 'GET', reads)).status).toBe(401)
    })

    test('is refused when it came second', async () => {
      const { eve, app, appToken } = await prepare()
      // The last in the order of tokens, so that the own one is held when it waits.
      const [disabled, made] = await runInOrder(
        shareToken(appToken),
        () => callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true }),
        () => creator(eve)(`${app.path}/api_tokens`),
      )
      expect([disabled.status, made.status]).toEqual([200, 401])
      expect(await readCount(eve)).toEqual({ counted: 0, live: 0 })
    })
  })
})

describe('a reset by an operator', () => {
  test('ends the tokens of its own by default, and all on request', async () => {
    const own = await prepare()
    const { body } = await callAsOperator('POST', `/accounts/${own.eve.id}/reset`)
    expect(body).toMatchObject({ tokens_ended: 1, tokens_left: 2 })
    expect((await call(own.eve.token, 'GET', '/v0.1/user')).status).toBe(401)
    expect((await call(own.appToken.value, 'GET', own.app.path)).status).toBe(200)
    const all = await prepare()
    const input = { revoke_tokens: 'all' }
    const { body: more } = await callAsOperator('POST', `/accounts/${all.eve.id}/reset`, input)
    expect(more).toMatchObject({ tokens_ended: 3, tokens_left: 0 })
    expect((await call(all.appToken.value, 'GET', all.app.path)).status).toBe(401)
  })
})

describe('a person who sets a forgotten password through a link', () => {
  test('ends sessions and access tokens, and no API token', async () => {
    const { eve, app, org, appToken, orgToken } = await prepare()
    const bearer = await signIn(eve)
    expect((await asBearer(bearer, 'GET', '/v0.1/user')).status).toBe(200)
    const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
    const { secret } = await stage.database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor, eve.id))
    const form = { password: PASSWORD, again: PASSWORD }
    const init = { method: 'POST', headers: { origin: stage.origin } }
    const set = await makeVisitor(stage.origin, [stage.server.url]).visit(
      `/oauth2/set-password/${secret}`,
      { ...init, body: new URLSearchParams(form) },
    )
    expect(set.status).toBe(200)
    expect((await asBearer(bearer, 'GET', '/v0.1/user')).status).toBe(401)
    expect((await call(eve.token, 'GET', '/v0.1/user')).status).toBe(200)
    expect((await call(appToken.value, 'GET', app.path)).status).toBe(200)
    expect((await call(orgToken.value, 'GET', `/v0.1/orgs/${org.name}`)).status).toBe(200)
  })
})
