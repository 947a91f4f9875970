import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { insertPassword } from '../../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../../test/support/http/visitor.ts'
import { useSmtp } from '../../../../test/support/mail/use-smtp.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'
import { openSeal } from '../../../platform/crypto/seal.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { hashPassword } from '../passwords.ts'

const ORIGIN = 'http://binnacle.example'
const PATH = '/oauth2/change-password'
const NEW = 'another fine password'
const ISSUER = {
  issuer: 'https://login.example.com',
  signIn: { id: 'contoso', name: 'Contoso', clientId: 'binnacle' },
}
const smtp = await useSmtp()
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  runsJobs: true,
  env: { ...smtp.env, PUBLIC_URL: ORIGIN, TRUSTED_ISSUERS: JSON.stringify([ISSUER]) },
})

let bob: Person
beforeEach(async () => {
  bob = await insertPerson(database.db, `bob-${randomUUIDv7()}`)
  await insertPassword(database.db, bob.id)
})

const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
type Visitor = ReturnType<typeof makeVisitor>
async function signIn() {
  const { who, exchange } = await signer(ORIGIN, [server.url]).begin(bob.name, PORTAL)
  const { access_token: bearer = '' } = (await exchange()).body
  return { who, bearer }
}
type Fields = { current?: string; password?: string; again?: string; others?: string }
const change = (who: Visitor, fields: Fields = {}, headers: object = { origin: ORIGIN }) => {
  const { current = PASSWORD, password = NEW, again = password, others = 'end' } = fields
  const body = new URLSearchParams({ current, password, again, ...(others && { others }) })
  return who.visit(PATH, { method: 'POST', body, headers: headers as Record<string, string> })
}
const statusOf = async (bearer: string) =>
  (
    await caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
      Authorization: `Bearer ${bearer}`,
    })
  ).status
/** Whether somebody gets in with a password, in a browser of their own. */
async function canSignIn(password: string): Promise<boolean> {
  const who = makeVisitor(ORIGIN, [server.url])
  const asked = { ...PORTAL, response_type: 'code', code_challenge: 'x'.repeat(43) }
  const query = new URLSearchParams({ ...asked, code_challenge_method: 'S256' })
  const page = await who.visit(`/oauth2/auth?${query}`)
  return (await who.submit(page, 'sign-in', { login: bob.name, password })).url.searchParams.has(
    'code',
  )
}
/** Still signed in in this browser. */
async function isSignedIn(who: Visitor): Promise<boolean> {
  const asked = { ...PORTAL, response_type: 'code', code_challenge: 'x'.repeat(43), prompt: 'none' }
  const query = new URLSearchParams({ ...asked, code_challenge_method: 'S256' })
  return (await who.visit(`/oauth2/auth?${query}`)).url.searchParams.has('code')
}
const auditOf = (action: string) =>
  database.db
    .selectFrom('audit')
    .select(['actor_id', 'after', 'source'])
    .where('scope_id', '=', bob.id)
    .where('action', '=', action as 'account.change-password')
    .execute()

const countIn = (after: unknown) => (after as { count?: number } | null)?.count ?? 1

describe('POST /oauth2/change-password', () => {
  test('200: the new password counts, others are signed out, this browser and API tokens stay', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    const page = await laptop.who.visit(PATH)
    expect(page.text).toContain('name="others" value="end" checked')
    expect(page.text).not.toContain('<script')
    const done = await change(laptop.who)
    expect([done.status, done.text.includes('Your password was changed.')]).toEqual([200, true])
    expect([await canSignIn(PASSWORD), await canSignIn(NEW)]).toEqual([false, true])
    expect([await isSignedIn(laptop.who), await isSignedIn(phone.who)]).toEqual([true, false])
    expect(await statusOf(phone.bearer)).toBe(401)
    expect((await caller(server)(bob.token, 'GET', '/v0.1/user')).status).toBe(200)
    expect(await auditOf('account.change-password')).toEqual([
      { actor_id: bob.id, after: { endsOthers: true }, source: '127.0.0.1' },
    ])
    await expect
      .poll(() => smtp.list(bob.email).map(({ title }) => title))
      .toContain('The password of your account was changed')
  })

  test('200: without the choice, others stay signed in', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    expect((await change(laptop.who, { others: '' })).status).toBe(200)
    expect([await isSignedIn(laptop.who), await isSignedIn(phone.who)]).toEqual([true, true])
    expect([await statusOf(laptop.bearer), await statusOf(phone.bearer)]).toEqual([200, 200])
    expect(await canSignIn(PASSWORD)).toBe(false)
  })

  test('401, then 429: a wrong current password counts as a failed sign-in', async () => {
    const { who } = await signIn()
    for (let n = 0; n < 5; n++) {
      expect((await change(who, { current: 'not the password' })).status).toBe(401)
    }
    // The first wait is a second, which a slow machine may need for the next attempt; later ones are longer.
    let refused = await change(who, { current: 'not the password' })
    for (let n = 0; n < 5 && refused.status === 401; n++) {
      refused = await change(who, { current: 'not the password' })
    }
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    expect(await canSignIn(PASSWORD)).toBe(true)
    // Rows are written every few seconds, so that there can be two.
    await expect
      .poll(async () => {
        const counts = (await auditOf('account.sign-in-failed')).map(({ after }) => countIn(after))
        return counts.reduce((sum, count) => sum + count, 0)
      })
      .toBeGreaterThanOrEqual(5)
  })

  test.each([
    ['too short', { password: 'short' }, 'shorter than 12'],
    ['not repeated', { again: 'something else' }, 'do not match'],
    ['the same', { password: PASSWORD }, 'the same as the current one'],
  ])('400: a new password that is %s', async (_what, fields, sentence) => {
    const { who } = await signIn()
    const page = await change(who, fields)
    expect([page.status, page.text.includes(sentence)]).toEqual([400, true])
    expect(await canSignIn(PASSWORD)).toBe(true)
  })

  test('403: a form of another site changes nothing', async () => {
    const { who } = await signIn()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await change(who, {}, headers)).status).toBe(403)
    }
    expect(await canSignIn(PASSWORD)).toBe(true)
  })

  test('403: nobody is signed in, or with a session that has ended', async () => {
    const stranger = makeVisitor(ORIGIN, [server.url])
    expect((await stranger.visit(PATH)).text).toContain('You are not signed in')
    expect((await change(stranger)).status).toBe(403)
    const { who } = await signIn()
    const cookies = new Map(who.cookies)
    await who.visit('/oauth2/sign-out', { method: 'POST', headers: { origin: ORIGIN } })
    for (const [name, value] of cookies) stranger.cookies.set(name, value)
    expect((await change(stranger)).status).toBe(403)
    expect(await canSignIn(PASSWORD)).toBe(true)
  })

  test('403: somebody without a password is told how they sign in', async () => {
    const { who } = await signIn()
    await database.db.deleteFrom('account_password').where('account_id', '=', bob.id).execute()
    const identity = { issuer: ISSUER.issuer, subject: bob.id, account_id: bob.id }
    await database.db.insertInto('account_identity').values(identity).execute()
    const page = await who.visit(PATH)
    expect(page.status).toBe(403)
    expect(page.text).toContain('You sign in with Contoso. Change your password there.')
    expect((await change(who)).status).toBe(403)
  })
})

describe('at the same moment', () => {
  const lock = (trx: Trx) => sql`select from account where id = ${bob.id} for update`.execute(trx)

  test('409: of two changes, the second finds the password changed', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    const [one, other] = await whileHolding(database.db, lock, [
      () => change(laptop.who, { others: '' }),
      () => change(phone.who, { others: '', password: 'a third good password' }),
    ])
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409])
  })

  test('a sign-in with the former password does not overtake its change', async () => {
    const changeFirst = async (trx: Trx) => {
      await lock(trx)
      const password = { ...(await hashPassword(NEW)), updated_at: new Date() }
      await trx
        .updateTable('account_password')
        .set(password)
        .where('account_id', '=', bob.id)
        .execute()
    }
    const [isIn] = await whileHolding(database.db, changeFirst, [() => canSignIn(PASSWORD)])
    expect(isIn).toBe(false)
  })
})
