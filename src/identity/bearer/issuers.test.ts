import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  FOR_EVENTS,
  openIssuer,
  personOf,
  type TestIssuer,
  trust,
} from '../../../test/support/http/issuer.ts'
import { unsigned } from '../../../test/support/http/signed-in.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertOrganization, insertPerson } from '../../../test/support/world/world.ts'

const ORIGIN = 'http://binnacle.example'
const [one, other] = [await openIssuer(), await openIssuer()]
closeAfterwards(one, other)
const database = useDatabase()
const trusting = (...issuers: object[]) =>
  useServer({
    databaseUrl: database.url,
    env: { PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS: JSON.stringify(issuers) },
  })
const operatorClaim = { name: 'roles', value: 'binnacle-operator' }
const server = trusting(trust(one, { operatorClaim }), trust(other, { personClaim: 'oid' }))
const without = trusting(trust(other))

const EVENTS = '/subscriptions/sub-a/providers/Microsoft.ResourceHealth/events'
const ask = (bearer: string, path: string, at = server) =>
  caller(at)(undefined, 'GET', path, undefined, { Authorization: `Bearer ${bearer}` })
const events = (bearer: string, at = server) => ask(bearer, `${EVENTS}?api-version=2025-05-01`, at)
const user = (bearer: string, at = server) => ask(bearer, '/v0.1/user', at)
const callAsOperator = (bearer: string) => ask(bearer, '/operator/v1/accounts')

/** Signed in at an issuer, for area A and operators. */
const signIn = (issuer: TestIssuer, sub: string, more: object = {}) =>
  issuer.sign({ ...personOf(sub), ...FOR_ACCOUNT, ...more })
const findIdentity = (issuer: TestIssuer, subject: string) =>
  database.db
    .selectFrom('account_identity')
    .selectAll()
    .where('issuer', '=', issuer.url)
    .where('subject', '=', subject)
    .execute()

beforeAll(async () => {
  const now = new Date()
  const org = await insertOrganization(database.db)
  const times = { created_at: now, updated_at: now }
  await database.db
    .insertInto('subscription')
    .values({ id: 'sub-a', organization_id: org.id, display_name: 'A', ...times })
    .execute()
})

describe('at first sight', () => {
  test('somebody a trusted issuer vouches for gets one account, however many requests they begin with', async () => {
    const bearer = await signIn(one, 'grace')
    const answers = await Promise.all(Array.from({ length: 12 }, () => user(bearer)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ name: 'grace', email: 'grace@example.com' })
    const [identity] = await findIdentity(one, 'grace')
    const audit = await database.db
      .selectFrom('audit')
      .select(['action', 'actor_kind', 'actor_id', 'source'])
      .where('scope_id', '=', identity?.account_id ?? '')
      .execute()
    const self = { actor_kind: 'account', actor_id: identity?.account_id, source: '127.0.0.1' }
    expect(audit).toEqual([{ action: 'account.create', ...self }])
  })

  test('a name somebody has is not taken from them', async () => {
    await insertPerson(database.db, 'linus')
    const { body } = await user(await signIn(one, 'linus', { email: 'other-linus@example.com' }))
    expect(body.name).toMatch(/^linus-[0-9a-f]{8}$/)
  })

  test('two issuers, one subject: two people', async () => {
    const mine = await user(await signIn(one, 'ada', { email: 'ada@one.example' }))
    const oid = { oid: 'ada', sub: 'pairwise-7', email: 'ada@other.example' }
    const theirs = await user(await signIn(other, 'ada', oid))
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.body.id).not.toBe(theirs.body.id)
    expect(await findIdentity(other, 'pairwise-7')).toEqual([])
  })

  test('403: an e-mail that is taken, until an operator frees it', async () => {
    const before = await user(await signIn(one, 'mary', { email: 'mary@example.com' }))
    const bearer = await signIn(other, 'x', { oid: 'mary', email: 'MARY@example.com' })
    for (const refused of [await user(bearer), await user(bearer)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'Forbidden'])
      expect(refused.body.message).toContain('PATCH /operator/v1/accounts/{account_id}')
    }
    expect(await findIdentity(other, 'mary')).toEqual([])
    const operator = await signIn(one, 'root', { roles: [operatorClaim.value] })
    const freed = await caller(server)(
      undefined,
      'PATCH',
      `/operator/v1/accounts/${before.body.id}`,
      { email: 'mary@old.example' },
      { Authorization: `Bearer ${operator}` },
    )
    expect([freed.status, freed.body.email]).toEqual([200, 'mary@old.example'])
    expect((await user(bearer)).status).toBe(200)
  })

  test.each([
    ['not verified', { email_verified: false }],
    ['said to be verified in words', { email_verified: 'true' }],
    ['absent', { email: undefined }],
  ])('403: an e-mail that is %s', async (_case, claims) => {
    const refused = await user(await signIn(one, 'nobody', claims))
    expect([refused.status, refused.body.code]).toEqual([403, 'Forbidden'])
    expect(refused.body.message).toContain('email_verified')
    expect(await findIdentity(one, 'nobody')).toEqual([])
  })

  test('afterwards the e-mail is no longer asked for', async () => {
    await user(await signIn(one, 'joan'))
    const later = { sub: 'joan', ...FOR_ACCOUNT }
    expect((await user(await one.sign(later))).body.name).toBe('joan')
  })
})

const toHeader = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')

describe('what a token is good for', () => {
  test('areas B and C: any client of the issuer, with the roles the account has here', async () => {
    const bearer = await one.sign({ ...personOf('emmy'), ...FOR_EVENTS })
    expect((await events(bearer)).body.code).toBe('SubscriptionNotFound')
    const [identity] = await findIdentity(one, 'emmy')
    await database.db
      .insertInto('subscription_member')
      .values({
        subscription_id: 'sub-a',
        principal_id: identity?.account_id ?? '',
        role: 'reader',
        created_at: new Date(),
      })
      .execute()
    expect((await events(bearer)).body).toEqual({ value: [] })
  })

  test('the scope may come as `scp`, the client as `azp` or `appid`', async () => {
    const renamed = { scope: undefined, client_id: undefined }
    for (const claims of [
      { scp: 'openid account', azp: 'their-cli' },
      { scp: ['account'], appid: 'their-portal' },
    ]) {
      expect((await user(await signIn(one, 'emmy', { ...renamed, ...claims }))).status).toBe(200)
    }
  })

  test('operators: by a claim of the token presented, or by the role here', async () => {
    const roles = ['reader', operatorClaim.value]
    expect((await callAsOperator(await signIn(one, 'root', { roles }))).status).toBe(200)
    // The claim went with the token: nothing of it was kept.
    expect((await callAsOperator(await signIn(one, 'root'))).status).toBe(403)
    expect((await callAsOperator(await signIn(one, 'root', { roles: 'reader' }))).status).toBe(403)
    // The other issuer has no claim that makes an operator.
    expect((await callAsOperator(await signIn(other, 'x', { oid: 'root', roles }))).status).toBe(
      403,
    )
    const [identity] = await findIdentity(one, 'root')
    const change = (values: object) =>
      database.db
        .updateTable('account')
        .set(values)
        .where('id', '=', identity?.account_id ?? '')
        .execute()
    await change({ is_operator: true })
    expect((await callAsOperator(await signIn(one, 'root'))).status).toBe(200)
    await change({ disabled_at: new Date() })
    expect((await callAsOperator(await signIn(one, 'root', { roles }))).status).toBe(401)
    await change({ disabled_at: null, tokens_valid_after: new Date(Date.now() + 1000) })
    expect((await callAsOperator(await signIn(one, 'root', { roles }))).status).toBe(401)
  })

  test('401: what an issuer signed while the account was disabled, once it is enabled again', async () => {
    const { id } = (await user(await signIn(one, 'rosa'))).body
    const operator = await signIn(one, 'chief', { roles: [operatorClaim.value] })
    const by = { Authorization: `Bearer ${operator}` }
    const set = (disabled: boolean) =>
      caller(server)(undefined, 'PATCH', `/operator/v1/accounts/${id}`, { disabled }, by)
    expect((await set(true)).status).toBe(200)
    // `iat` knows seconds: signed in a later one than that of disabling.
    await delay(1100)
    const bearer = await signIn(one, 'rosa')
    expect((await set(false)).status).toBe(200)
    expect((await user(bearer)).status).toBe(401)
    await delay(1100)
    expect((await user(await signIn(one, 'rosa'))).status).toBe(200)
  })

  test('attacks with tokens of issuers', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const forEvents = { ...personOf('eve'), ...FOR_EVENTS }
    expect((await events(await one.sign(forEvents))).status).toBe(404)
    const onEvents: Record<string, string> = {
      'of an issuer nobody trusts': await one.sign({ ...forEvents, iss: 'https://evil.example' }),
      'of another issuer than it says': await one.sign({ ...forEvents, iss: other.url }),
      'of the bundled sign-in, which is off': await one.sign({
        ...forEvents,
        iss: `${ORIGIN}/oauth2`,
      }),
      'for area A': await one.sign({ ...forEvents, ...FOR_ACCOUNT }),
      'wrong audience': await one.sign({ ...forEvents, aud: ORIGIN }),
      'an ID token': await one.sign({ ...forEvents, aud: 'their-portal' }),
      'of another type': await one.sign(forEvents, { typ: 'logout+jwt' }),
      'without scope': await one.sign({ ...forEvents, scope: undefined }),
      expired: await one.sign({ ...forEvents, exp: nowS - 31 }),
      'not yet valid': await one.sign({ ...forEvents, nbf: nowS + 60 }),
      'of nobody': await one.sign({ ...forEvents, sub: undefined }),
      'of a program': await one.sign({ ...forEvents, idtyp: 'app' }),
      'of no type there is': `${toHeader({ alg: 'ES256', typ: 5 })}.${(await one.sign(forEvents)).split('.')[1]}.AAAA`,
      'without an end': await one.sign({ ...forEvents, exp: undefined }),
      'without a beginning': await one.sign({ ...forEvents, iat: undefined }),
      'from the future': await one.sign({ ...forEvents, iat: nowS + 60 }),
      'from the end of time': await one.sign({ ...forEvents, iat: 1e20 }),
      'of half a character': await one.sign({ ...forEvents, sub: 'eve\ud800' }),
      'of no key': unsigned(await one.sign(forEvents)),
      'of an unknown key': await one.sign(forEvents, { kid: 'never-published' }),
    }
    const onAreaA: Record<string, string> = {
      'of a third party': await signIn(one, 'eve', { client_id: 'any-client' }),
      'of our own client’s name': await signIn(one, 'eve', { client_id: 'portal' }),
      'for areas B and C': await signIn(one, 'eve', FOR_EVENTS),
      'for areas B and C, by the portal': await signIn(one, 'eve', {
        ...FOR_EVENTS,
        client_id: 'their-portal',
      }),
    }
    let refused = 0
    for (const [name, token] of Object.entries(onEvents)) {
      expect([name, (await events(token)).status]).toEqual([name, 401])
      refused++
    }
    for (const [name, token] of Object.entries(onAreaA)) {
      expect([name, (await user(token)).status]).toEqual([name, 401])
      expect([name, (await callAsOperator(token)).status]).toEqual([name, 401])
      refused += 2
    }
    const bearer = await signIn(one, 'eve')
    expect((await user(bearer)).status).toBe(200)
    expect(['of a switched-off issuer', (await user(bearer, without)).status]).toEqual([
      'of a switched-off issuer',
      401,
    ])
    console.log(`attacks with tokens of issuers: ${refused + 1} refused, 0 let in`)
  })
})
