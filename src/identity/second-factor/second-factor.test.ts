import { describe, expect, test } from 'vitest'
import { makeAuthenticator } from '../../../test/support/http/authenticator.ts'
import { insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { codeOf } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import {
  codesIn,
  optionsIn,
  totpAt,
  useSecondFactors,
} from '../../../test/support/server/second-factor.ts'

const stage = useSecondFactors()
const { newBrowser, newPerson, typePassword, setUpApp, newPersonWithApp, findUses, now } = stage

describe('sign-in', () => {
  test('a person without a second factor, who needs none, signs in with the password alone', async () => {
    const person = await newPerson()
    expect(codeOf(await typePassword(newBrowser(), person))).toMatch(/./)
    expect(await findUses(person.id)).toEqual([])
  })

  test('an operator without one sets it up before going on, and is then signed in with it', async () => {
    const operator = await newPerson(true)
    const who = newBrowser()
    const page = await typePassword(who, operator)
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('Set up a second factor'),
    ])
    expect(page.text).not.toContain('must use a passkey')
    expect(codeOf(await stage.open(who, { prompt: 'none' }))).toBe(null)
    const { page: codes } = await setUpApp(who, page)
    expect(codesIn(codes)).toHaveLength(10)
    expect(codes.text).not.toContain('<script')
    expect(codeOf(await who.submit(codes, 'continue'))).toMatch(/./)
    expect(await findUses(operator.id)).toMatchObject([{ method: 'totp' }])
  })

  test('whoever closed the page with the recovery codes signs in with the new factor', async () => {
    const operator = await newPerson(true)
    const who = newBrowser()
    const { page } = await setUpApp(who, await typePassword(who, operator))
    expect(codeOf(await who.visit(page.url.pathname.replace('/enrol/totp', '')))).toMatch(/./)
  })

  test('by authenticator app; the audit trail and the session say so', async () => {
    const { person, secret } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    expect(page.text).toContain('Code from your authenticator app')
    expect(page.text).not.toContain('Use a passkey')
    expect(codeOf(await who.submit(page, 'code', { code: totpAt(secret, now()) }))).toMatch(/./)
    const uses = await findUses(person.id)
    expect(uses.map(({ method }) => method)).toEqual(['totp', 'totp'])
    const rows = await stage.database.db
      .selectFrom('audit')
      .select('after')
      .where('scope_id', '=', person.id)
      .where('action', '=', 'account.sign-in')
      .orderBy('id')
      .execute()
    expect(rows.map(({ after }) => after)).toEqual([
      { client: 'portal' },
      { client: 'portal', secondFactor: 'totp' },
    ])
  })

  test('by passkey, on a page that runs our script and nothing else', async () => {
    const person = await newPerson()
    const key = makeAuthenticator(ORIGIN)
    const owner = newBrowser()
    await typePassword(owner, person)
    const security = await owner.visit('/oauth2/security')
    const answer = key.register(optionsIn(security))
    const done = await owner.submit(security, 'enrol/passkey', { answer, name: 'Key <one>' })
    expect(codesIn(done)).toHaveLength(10)
    expect((await owner.visit('/oauth2/security')).text).toContain('Key &#60;one&#62;')
    const who = newBrowser()
    const page = await typePassword(who, person)
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' ${ORIGIN}; base-uri 'none'; frame-ancestors 'none'`,
    )
    const given = await who.submit(page, 'second-factor/passkey', {
      answer: key.assert(optionsIn(page)),
    })
    expect(codeOf(given)).toMatch(/./)
    expect((await findUses(person.id)).at(-1)).toMatchObject({ method: 'passkey' })
    const [row] = await stage.database.db
      .selectFrom('passkey')
      .select(['counter', 'last_used_at', 'name'])
      .where('account_id', '=', person.id)
      .execute()
    expect(row).toEqual({ counter: '2', last_used_at: expect.any(Date), name: 'Key <one>' })
  })

  test('by recovery code, typed with spaces and in capitals', async () => {
    const { person, codes } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    const code = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
    expect(codeOf(await who.submit(page, 'recovery-code', { code }))).toMatch(/./)
    expect((await findUses(person.id)).at(-1)).toMatchObject({ method: 'recovery-code' })
  })

  test('the script is a file of ours', async () => {
    const { status, headers, text } = await newBrowser().visit('/oauth2/assets/passkeys.js')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(text).toContain('SimpleWebAuthnBrowser')
  })
})

test('secrets and codes are in no log line, and a secret is encrypted in the database', async () => {
  const { person, secret, codes } = await newPersonWithApp()
  const who = newBrowser()
  const page = await typePassword(who, person)
  const code = totpAt(secret, now())
  await who.submit(page, 'second-factor/code', { code: '000000' })
  await who.submit(page, 'second-factor/code', { code })
  const other = newBrowser()
  const [recovery = ''] = codes
  await other.submit(await typePassword(other, person), 'recovery-code', { code: recovery })
  const log = stage.server.logLines.join('\n')
  expect(log).toContain('/second-factor')
  for (const value of [
    secret,
    recovery,
    recovery.replaceAll('-', ''),
    `"${code}"`,
    `code=${code}`,
  ]) {
    expect([value, log.includes(value)]).toEqual([value, false])
  }
  const rows = await stage.database.db.selectFrom('totp_secret').selectAll().execute()
  expect(JSON.stringify(rows.map((row) => row.sealed_secret.toString('latin1')))).not.toContain(
    secret,
  )
})

describe('second factors of a session', () => {
  test('whoever is not signed in is told where to', async () => {
    const { status, text } = await newBrowser().visit('/oauth2/security')
    expect([status, text]).toEqual([401, expect.stringContaining('You are not signed in')])
  })

  test('a change needs a second factor that was given in the last 15 minutes', async () => {
    const { who, secret } = await newPersonWithApp()
    const before = await who.visit('/oauth2/security')
    expect(before.text).toContain('10 of 10 are left')
    stage.clock.aheadMs += 16 * 60_000
    const late = await who.submit(before, 'recovery-codes')
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('more than 15 minutes')])
    const asked = await who.visit('/oauth2/security')
    expect(asked.text).toContain('confirm with one of them')
    const shown = await who.submit(asked, 'security/code', { code: totpAt(secret, now()) })
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('10 of 10 are left')])
    const renewed = await who.submit(shown, 'recovery-codes')
    expect(codesIn(renewed)).toHaveLength(10)
  })

  test('renewed recovery codes end the old ones', async () => {
    const { who, person, codes } = await newPersonWithApp()
    const renewed = codesIn(await who.submit(await who.visit('/oauth2/security'), 'recovery-codes'))
    const other = newBrowser()
    const page = await typePassword(other, person)
    const old = await other.submit(page, 'recovery-code', { code: codes[0] ?? '' })
    expect(old.status).toBe(401)
    const [code = ''] = renewed
    expect(codeOf(await other.submit(old, 'recovery-code', { code }))).toMatch(/./)
  })

  test('the last one can be removed, and the password is enough again', async () => {
    const { who, person } = await newPersonWithApp()
    const page = await who.submit(await who.visit('/oauth2/security'), 'remove/totp')
    expect(page.text).toContain('Scan this image')
    expect(codeOf(await typePassword(newBrowser(), person))).toMatch(/./)
    const { db } = stage.database
    expect(
      await db.selectFrom('recovery_code').where('account_id', '=', person.id).execute(),
    ).toEqual([])
  })

  test('an operator cannot remove the last one, but one of two', async () => {
    const { who } = await newPersonWithApp(true)
    const page = await who.visit('/oauth2/security')
    const kept = await who.submit(page, 'remove/totp')
    expect([kept.status, kept.text]).toEqual([400, expect.stringContaining('only second factor')])
    const answer = makeAuthenticator(ORIGIN).register(optionsIn(kept))
    const two = await who.submit(kept, 'enrol/passkey', { answer, name: '' })
    expect(two.text).toContain('Passkey of ')
    const one = await who.submit(two, 'remove/totp')
    expect([one.status, one.text]).toEqual([200, expect.stringContaining('Scan this image')])
  })

  test('an account with 20 passkeys is offered no other', async () => {
    const { who, person } = await newPersonWithApp()
    for (let count = 0; count < 19; count++) {
      await insertSecondFactor(stage.database.db, person.id)
    }
    const page = await who.visit('/oauth2/security')
    const answer = makeAuthenticator(ORIGIN).register(optionsIn(page))
    const full = await who.submit(page, 'enrol/passkey', { answer, name: '' })
    expect(full.text).toContain('has 20 passkeys, which is the limit')
    expect(full.text).not.toContain('data-passkey="enrol"')
  })

  test('each change is recorded', async () => {
    const { who, person } = await newPersonWithApp()
    const page = await who.submit(await who.visit('/oauth2/security'), 'recovery-codes')
    expect(codesIn(page)).toHaveLength(10)
    await who.submit(await who.visit('/oauth2/security'), 'remove/totp')
    const rows = await stage.database.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('scope_id', '=', person.id)
      .where('actor_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(rows.slice(1)).toEqual([
      { action: 'account.second-factor-add', after: { kind: 'totp' } },
      { action: 'account.recovery-codes', after: { codes: 10 } },
      { action: 'account.second-factor-remove', after: { kind: 'totp' } },
    ])
  })
})
