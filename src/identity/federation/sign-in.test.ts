import { describe, expect, test } from 'vitest'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { ADA, codeOf, PORTAL, useFederation } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { insertPerson } from '../../../test/support/world/world.ts'

const used = await useFederation()
const { issuer, database, server, strict, clock, begin, goTo, signInAt, findIdentities } = used

describe('people sign in at an issuer', () => {
  test('the page offers each by name, beside passwords or instead of them', async () => {
    const { page } = await begin()
    for (const name of ['Example', 'Other']) expect(page.text).toContain(`Sign in with ${name}`)
    expect(page.text).toContain('type="password"')
    const { page: without } = await begin(strict)
    expect(without.text).toContain('Sign in with Example')
    expect(without.text).not.toContain('type="password"')
  })

  test('the first sign-in makes an account, the second finds it; both are in the audit trail', async () => {
    expect(codeOf(await signInAt())).toMatch(/./)
    expect(codeOf(await signInAt())).toMatch(/./)
    const [identity, ...more] = await findIdentities()
    expect(more).toEqual([])
    expect(identity).toMatchObject({ issuer: issuer.url, subject: 'ada-1' })
    const entries = await database.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('actor_id', '=', identity?.account_id ?? '')
      .orderBy('at')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'account.create',
      'account.sign-in',
      'account.sign-in',
    ])
    expect(entries[1]?.after).toEqual({ client: 'portal', issuer: issuer.url })
  })

  test('state, nonce and a challenge are sent, and nothing of them twice', async () => {
    await signInAt()
    await signInAt()
    const [first, second] = issuer.asked.slice(-2)
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.get(name)?.length).toBeGreaterThan(40)
      expect(first?.get(name)).not.toBe(second?.get(name))
    }
    expect(first?.get('redirect_uri')).toBe(`${ORIGIN}/oauth2/issuer/example/callback`)
  })

  test.each([
    ['now', 0, true],
    ['a day ago', 86_400, false],
    ['at a time it does not tell', undefined, false],
  ])(
    'prompt=login is asked of the issuer too; the person signed in there %s',
    async (_when, ago, isIn) => {
      const auth_time = ago === undefined ? undefined : Math.floor(Date.now() / 1000) - ago
      issuer.signInAs({ ...ADA, auth_time })
      const { who, page } = await begin(server, { prompt: 'login' })
      const back = await goTo(who, page)
      expect(issuer.asked.at(-1)?.get('prompt')).toBe('login')
      const end = await who.visit(back.href)
      expect(codeOf(end) !== null).toBe(isIn)
      if (!isIn) expect(end.text).toContain('NotSignedInAgain')
    },
  )

  test('a session ends after twelve hours, however often it is used', async () => {
    const { who } = await signInAt()
    const isSignedIn = async () => {
      const query = new URLSearchParams({ ...PORTAL, prompt: 'none' })
      return codeOf(await who.visit(`/oauth2/auth?${query}`)) !== null
    }
    for (const hours of [0, 6, 11.9]) {
      clock.aheadMs = hours * 3_600_000
      expect(await isSignedIn(), `${hours} hours`).toBe(true)
    }
    clock.aheadMs = 12.1 * 3_600_000
    expect(await isSignedIn()).toBe(false)
  })

  test('a session that is used every second across the limit ends there all the same', async () => {
    const { who } = await signInAt()
    const query = new URLSearchParams({ ...PORTAL, prompt: 'none' })
    const answers: boolean[] = []
    for (let second = -3; second <= 3; second++) {
      clock.aheadMs = 12 * 3_600_000 + second * 1000
      answers.push(codeOf(await who.visit(`/oauth2/auth?${query}`)) !== null)
    }
    expect([answers[0], answers.at(-1)]).toEqual([true, false])
  })

  test('turning passwords off ends the sessions of passwords, and not those of issuers', async () => {
    const person = await insertPerson(database.db)
    await insertPassword(database.db, person.id)
    const { who, page } = await begin()
    await who.submit(page, 'sign-in', { login: person.name, password: PASSWORD })
    const byIssuer = (await signInAt()).who
    const query = new URLSearchParams({ ...PORTAL, prompt: 'none' })
    const isSignedIn = async (at: typeof server, browser: typeof who) => {
      const other = makeVisitor(ORIGIN, [at.url])
      for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      return codeOf(await other.visit(`/oauth2/auth?${query}`)) !== null
    }
    expect(await isSignedIn(server, who)).toBe(true)
    expect(await isSignedIn(strict, who)).toBe(false)
    expect(await isSignedIn(strict, byIssuer)).toBe(true)
  })
})

describe('whom the issuer knows and this installation does not let in', () => {
  const GRACE = { sub: 'grace', email: 'grace@crew.example', groups: ['binnacle'] }
  test.each([
    ['of another domain', { ...GRACE, email: 'grace@else.example' }, 'DomainNotAllowed'],
    ['of a domain that only ends so', { ...GRACE, email: 'g@notcrew.example' }, 'DomainNotAllowed'],
    ['without the claim', { ...GRACE, groups: ['staff'] }, 'ClaimMissing'],
    ['without an e-mail address', { ...GRACE, email: undefined }, 'EmailMissing'],
    ['with a look-alike domain', { ...GRACE, email: 'g@\uff43rew.example' }, 'EmailInvalid'],
    ['beyond ASCII', { ...GRACE, email: 'gr\u00e4ce@crew.example' }, 'EmailInvalid'],
  ])('%s', async (_name, claims, code) => {
    issuer.signInAs(claims)
    const { status, text } = await signInAt(strict)
    expect([status, text.includes(code)]).toEqual([403, true])
    expect(text).toContain('Back to the sign-in')
    expect(await strict.metrics.scrape()).toMatch(
      /^binnacle_sign_ins_refused_total\{reason="failed"\} [1-9]/m,
    )
    expect((await findIdentities()).filter(({ subject }) => subject === 'grace')).toEqual([])
  })

  test('an e-mail address beyond ASCII, where every domain is allowed', async () => {
    issuer.signInAs({ ...ADA, sub: 'kelvin', email: 'vi\u212ator@crew.example' })
    const { status, text } = await signInAt()
    expect([status, text.includes('EmailInvalid')]).toEqual([403, true])
    expect((await findIdentities()).filter(({ subject }) => subject === 'kelvin')).toEqual([])
  })

  test.each([undefined, false, 'true', 1])('email_verified is %s', async (email_verified) => {
    issuer.signInAs({ ...GRACE, email_verified })
    const { status, text } = await signInAt()
    expect([status, text.includes('EmailNotVerified')]).toEqual([403, true])
  })

  test('whoever loses the claim or the address is not let in any more', async () => {
    issuer.signInAs({ ...GRACE, sub: 'linus', email: 'linus@crew.example' })
    expect(codeOf(await signInAt(strict))).toMatch(/./)
    issuer.signInAs({ ...GRACE, sub: 'linus', email: 'linus@else.example' })
    expect((await signInAt(strict)).text).toContain('DomainNotAllowed')
    issuer.signInAs({ ...GRACE, sub: 'linus', email: 'linus@crew.example', groups: [] })
    expect((await signInAt(strict)).text).toContain('ClaimMissing')
  })

  test('a disabled account', async () => {
    issuer.signInAs({ ...ADA, sub: 'gone', email: 'gone@crew.example' })
    await signInAt()
    const gone = (await findIdentities()).find(({ subject }) => subject === 'gone')
    await database.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', gone?.account_id ?? '')
      .execute()
    expect((await signInAt()).text).toContain('AccountDisabled')
  })

  test('an e-mail address of another account opens nothing, at any issuer', async () => {
    const { email } = await insertPerson(database.db)
    issuer.signInAs({ ...ADA, sub: 'thief', email })
    const { url, text } = await signInAt()
    expect([codeOf({ url }), text.includes('sign in with the password')]).toEqual([null, true])
    issuer.signInAs(ADA)
    await signInAt()
    expect(codeOf(await signInAt(server, 'other'))).toBe(null)
    issuer.signInAs({ ...ADA, sub: 'thief', email, groups: ['binnacle'] })
    const strictly = { ...ADA, sub: 'thief', email: ADA.email, groups: ['binnacle'] }
    issuer.signInAs(strictly)
    const { status, text: refusal } = await signInAt(strict)
    expect([status, refusal.includes('AccountNotAdmitted')]).toEqual([403, true])
    const subjects = (await findIdentities()).map(({ subject }) => subject)
    expect(subjects).not.toContain('thief')
  })
})

describe('what goes wrong has a page of its own, with a way on', () => {
  test('the issuer does not answer', async () => {
    const { who, page } = await begin()
    const back = await goTo(who, page)
    issuer.setDown(true)
    const answer = await who.visit(back.href)
    expect(answer.text).toContain('IssuerUnavailable')
    // Where it is was found out an hour ago.
    clock.aheadMs = 2 * 3_600_000
    const later = await begin()
    const again = await later.who.visit(`${later.page.url.pathname}/issuer/example`)
    expect(again.text).toContain('IssuerUnavailable')
    expect(again.text).toContain('Back to the sign-in')
    issuer.setDown(false)
    clock.aheadMs += 6000
    expect(await later.who.visit(`${later.page.url.pathname}/issuer/example`)).toMatchObject({
      status: 303,
    })
  })

  test('its keys were replaced: the next attempt works', async () => {
    await signInAt()
    await issuer.rotate('second')
    expect((await signInAt()).text).toContain('SignatureNotVerified')
    expect(codeOf(await signInAt())).toMatch(/./)
  })

  test.each([60, -120])('its clock is %d seconds off', async (seconds) => {
    issuer.misbehave({
      claims: (claims) => ({
        ...claims,
        iat: Number(claims.iat) + seconds,
        exp: Number(claims.exp) + seconds,
        nbf: Number(claims.iat) + seconds,
      }),
    })
    expect((await signInAt()).text).toContain('ClocksDiffer')
  })

  test('the issuer refuses', async () => {
    issuer.misbehave({
      back(url) {
        url.searchParams.delete('code')
        url.searchParams.set('error', 'access_denied')
        url.searchParams.set('error_description', 'not <b>assigned</b>')
        return url
      },
    })
    const { text } = await signInAt()
    expect(text).toContain('IssuerRefused')
    expect(text).toContain('not &#60;b&#62;assigned')
  })
})
