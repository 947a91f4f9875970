import { describe, expect, test } from 'vitest'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { ADA, codeOf, useFederation } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { codesIn, secretIn, totpAt } from '../../../test/support/server/second-factor.ts'
import { type RealTime, systemRealTime } from '../../platform/time.ts'
import { makeConfirmLinks } from '../confirmation/link.ts'
import { sessionIdOf } from '../oauth/rules.ts'
import { makeSignInLink } from '../sign-in-link/actions.ts'

const stage = await useFederation({
  env: { OPERATOR_SECOND_FACTOR: 'required', RATE_LIMITS: 'anonymousBurst=100000' },
  signIn: { secondFactorAmr: ['mfa', 'hwk'], secondFactorAcr: ['urn:example:strong'] },
})
const { database, issuer, signInAt } = stage

/** Signs in once, so that the account is there, and makes it an operator. */
async function makeOperator(sub: string): Promise<string> {
  issuer.signInAs({ ...ADA, sub, email: `${sub}@crew.example` })
  expect(codeOf(await signInAt())).toMatch(/./)
  const { account_id: id } = await database.db
    .selectFrom('account_identity')
    .select('account_id')
    .where('subject', '=', sub)
    .executeTakeFirstOrThrow()
  await database.db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  return id
}

const methodsOf = async (accountId: string) => {
  const rows = await database.db
    .selectFrom('second_factor_use')
    .select('method')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ method }) => method)
}

describe('a second factor that was given at the issuer', () => {
  test.each([
    ['amr', { amr: ['pwd', 'mfa'] }, true],
    ['acr', { acr: 'urn:example:strong' }, true],
    ['another amr', { amr: ['pwd', 'sms'] }, false],
    ['another acr', { acr: 'mfa' }, false],
    ['an amr that is no list', { amr: { mfa: true } }, false],
    ['neither', {}, false],
  ])('%s: counts if the setting names it', async (name, claims, counts) => {
    const sub = `at-issuer-${name.replaceAll(' ', '-')}`
    const id = await makeOperator(sub)
    const auth_time = Math.floor(Date.now() / 1000)
    issuer.signInAs({ ...ADA, sub, email: `${sub}@crew.example`, auth_time, ...claims })
    const page = await signInAt()
    expect(codeOf(page) !== null).toBe(counts)
    expect(await methodsOf(id)).toEqual(counts ? ['issuer'] : [])
    if (!counts) expect(page.text).toContain('Set up a second factor')
  })

  test('counts for changes from the time at which it was given, and not at all if that is unknown', async () => {
    const sub = 'at-issuer-long-ago'
    const id = await makeOperator(sub)
    const signInWith = (claims: object) => {
      issuer.signInAs({ ...ADA, sub, email: `${sub}@crew.example`, amr: ['mfa'], ...claims })
      return signInAt()
    }
    expect(codeOf(await signInWith({}))).toMatch(/./)
    expect(await methodsOf(id)).toEqual([])
    const tenHoursAgo = Math.floor(Date.now() / 1000) - 10 * 3600
    expect(codeOf(await signInWith({ auth_time: tenHoursAgo }))).toMatch(/./)
    const uses = await database.db
      .selectFrom('second_factor_use')
      .select('used_at')
      .where('account_id', '=', id)
      .execute()
    expect(uses).toEqual([{ used_at: new Date(tenHoursAgo * 1000) }])
  })

  test('without it, one is set up and given here; the session still ends as the issuer says', async () => {
    const id = await makeOperator('enrols')
    const page = await signInAt()
    const { who } = page
    const secret = secretIn(page)
    const [, sealed = ''] = /name="secret" value="([^"]*)"/.exec(page.text) ?? []
    const fields = { secret: sealed, code: totpAt(secret, Date.now()) }
    const codes = await who.submit(page, 'enrol/totp', fields)
    expect(codesIn(codes)).toHaveLength(10)
    expect(codeOf(await who.submit(codes, 'continue'))).toMatch(/./)
    expect(await methodsOf(id)).toEqual(['totp'])
    const again = await signInAt()
    expect(again.text).toContain('Code from your authenticator app')
    stage.clock.aheadMs = 13 * 3_600_000
    const query = new URLSearchParams({ ...stage.portal, prompt: 'none' })
    const late = await who.visit(`/oauth2/auth?${query}`)
    expect(late.url.searchParams.get('error')).toBe('login_required')
  })
})

test('a sign-in for which the issuer asked nothing sets up no second factor to confirm with', async () => {
  const sub = 'asked-nothing'
  const id = await makeOperator(sub)
  const signInWith = (claims: object) => {
    issuer.signInAs({ ...ADA, sub, email: `${sub}@crew.example`, ...claims })
    return signInAt()
  }
  const { who } = await signInWith({ amr: ['mfa'] })
  const { uid_hash } = await database.db
    .selectFrom('oauth_record')
    .select('uid_hash')
    .where('account_id', '=', id)
    .where('kind', '=', 'Session')
    .orderBy('expires_at', 'desc')
    .executeTakeFirstOrThrow()
  const sessionId = sessionIdOf(uid_hash ?? Buffer.alloc(0))
  const realTime = () => new Date(Date.now() - 60_000) as RealTime
  const links = makeConfirmLinks({ seal: stage.seal, realTime, publicUrl: ORIGIN })
  const { url } = links.offer({ accountId: id, sessionId, source: '127.0.0.1' })
  const { pathname } = new URL(url)
  expect((await who.visit(pathname)).text).toContain('To set one up, sign in again')
  expect((await who.visit('/oauth2/security')).text).toContain('does not have one yet')
  // As somebody whom Binnacle does not ask at the sign-in.
  const change = { is_operator: false }
  await database.db.updateTable('account').set(change).where('id', '=', id).execute()
  const shownIn = async (auth_time: number) =>
    (await (await signInWith({ auth_time })).who.visit(pathname)).text
  const nowS = Math.floor(Date.now() / 1000)
  expect(await shownIn(nowS - 3600)).toContain('To set one up, sign in again')
  expect(await shownIn(nowS)).toContain('data-secret')
})

describe('a sign-in link', () => {
  test('counts as a second factor: whoever lost theirs comes in and replaces it', async () => {
    const id = await makeOperator('loses')
    const { name } = await database.db
      .selectFrom('account')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const at = new Date()
    const lost = { sealed_secret: Buffer.alloc(40), confirmed_at: at, last_used_step: '0' }
    await database.db
      .insertInto('totp_secret')
      .values({ account_id: id, ...lost })
      .execute()
    const actor = { kind: 'process', id: 'sign-in-link', at: systemRealTime() } as const
    const secret = await makeSignInLink(database.db, actor, name)
    const who = makeVisitor(ORIGIN, [stage.server.url])
    await who.submit(await who.visit(`/oauth2/sign-in-link/${secret}`), 'sign-in-link')
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams(stage.portal)}`)
    expect(codeOf(await who.submit(page, 'sign-in-link'))).toMatch(/./)
    expect(await methodsOf(id)).toEqual(['sign-in-link'])
    const security = await who.visit('/oauth2/security')
    expect(security.text).toContain('Replace the authenticator app')
    expect(codeOf(await who.visit(`/oauth2/auth?${new URLSearchParams(stage.portal)}`))).toMatch(
      /./,
    )
  })
})
