import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { makeAuthenticator } from '../../../../test/support/http/authenticator.ts'
import { PASSWORD, signer } from '../../../../test/support/http/signer.ts'
import type { Visited } from '../../../../test/support/http/visitor.ts'
import { codeOf } from '../../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import {
  optionsIn,
  secretIn,
  totpAt,
  useSecondFactors,
} from '../../../../test/support/server/second-factor.ts'

const stage = useSecondFactors()
const { newBrowser, newPerson, typePassword, newPersonWithApp, findUses, open, now } = stage
const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const CLI = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}
const sign = () => signer(ORIGIN, [stage.server.url])

describe('the page with the second factor cannot be skipped', () => {
  test('going on to the client after the password leads back to the sign-in', async () => {
    const { person } = await newPersonWithApp()
    const who = newBrowser()
    const { url } = await typePassword(who, person)
    const uid = url.pathname.split('/')[3]
    const resumed = await who.visit(`/oauth2/auth/${uid}`)
    expect(codeOf(resumed)).toBe(null)
    expect(codeOf(await open(who))).toBe(null)
  })

  test('prompt=none after the password gets login_required', async () => {
    const { person } = await newPersonWithApp()
    const who = newBrowser()
    await typePassword(who, person)
    const { url } = await open(who, { prompt: 'none' })
    expect(url.searchParams.get('error')).toBe('login_required')
  })

  test('"continue" without a factor that was set up leads back to the page', async () => {
    const { person } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    const path = `${page.url.pathname}/continue`
    const next = await who.visit(path, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: new URLSearchParams(),
    })
    expect([next.status, next.text]).toEqual([200, expect.stringContaining('Second factor')])
  })

  test('the proof of a password counts in its own sign-in and browser', async () => {
    const { person, secret } = await newPersonWithApp()
    const [thief, owner] = [newBrowser(), newBrowser()]
    const page = await typePassword(owner, person)
    await typePassword(thief, await newPerson())
    const other = await open(thief, { prompt: 'login' })
    const uid = other.url.pathname.split('/')[3]
    for (const path of [page.url.pathname, `/oauth2/interaction/${uid}/second-factor`]) {
      const code = totpAt(secret, now())
      const init = {
        method: 'POST',
        headers: { origin: ORIGIN },
        body: new URLSearchParams({ code }),
      }
      expect((await thief.visit(`${path}/code`, init)).status).toBe(400)
    }
  })

  test('a form of another site is refused', async () => {
    const { person, secret } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    const body = new URLSearchParams({ code: totpAt(secret, now()) })
    const init = { method: 'POST', headers: { origin: 'https://evil.example' }, body }
    expect((await who.visit(`${page.url.pathname}/code`, init)).status).toBe(403)
  })

  test('whoever is signed out everywhere in between does not come in', async () => {
    const { person, secret } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    const ended = { tokens_valid_after: new Date(now()) }
    const { db } = stage.database
    await db.updateTable('account').set(ended).where('id', '=', person.id).execute()
    const next = await who.submit(page, 'second-factor/code', { code: totpAt(secret, now()) })
    expect([next.status, next.text]).toEqual([400, expect.stringContaining('has expired')])
  })

  test('nor does whoever gave a password that was replaced in between', async () => {
    const { person, secret } = await newPersonWithApp()
    const who = newBrowser()
    const page = await typePassword(who, person)
    const { db } = stage.database
    const replaced = { updated_at: new Date(now() + 1000) }
    const ofPerson = db.updateTable('account_password').where('account_id', '=', person.id)
    await ofPerson.set(replaced).execute()
    const next = await who.submit(page, 'second-factor/code', { code: totpAt(secret, now()) })
    expect([next.status, codeOf(next)]).toEqual([401, null])
  })
})

describe('sessions from before the first second factor', () => {
  test('end with it: refresh token, session; that in which it was set up goes on', async () => {
    const person = await newPerson()
    const portal = await sign().begin(person.name, PORTAL)
    const mine = (await portal.exchange()).body
    const cli = (await (await sign().begin(person.name, CLI)).exchange()).body
    const elsewhere = await sign().begin(person.name, PORTAL)
    const theirs = (await elsewhere.exchange()).body
    const page = await portal.who.visit('/oauth2/security')
    await stage.setUpApp(portal.who, page)
    const renew = (client: string, token = '') => sign().refresh(client, token)
    expect((await renew('cli', cli.refresh_token)).body.error).toBe('invalid_grant')
    expect((await renew('portal', theirs.refresh_token)).body.error).toBe('invalid_grant')
    expect((await renew('portal', mine.refresh_token)).status).toBe(200)
    const silent = await open(elsewhere.who, { prompt: 'none' })
    const changed = await elsewhere.who.visit('/oauth2/change-password')
    expect([changed.status, changed.text]).toEqual([403, expect.stringContaining('not signed in')])
    expect(silent.url.searchParams.get('error')).toBe('login_required')
    expect(codeOf(await open(portal.who, { prompt: 'none' }))).toMatch(/./)
  })

  test('an API call with an access token of such a session has no second factor', async () => {
    const person = await newPerson()
    const before = (await (await sign().begin(person.name, PORTAL)).exchange()).body
    const { sid } = decodeJwt<{ sid: string }>(before.access_token ?? '')
    const who = newBrowser()
    await typePassword(who, person)
    await stage.setUpApp(who, await who.visit('/oauth2/security'))
    const uses = await findUses(person.id)
    expect(uses).toHaveLength(1)
    expect(uses.map(({ session_id }) => session_id)).not.toContain(sid)
  })
})

describe('device flow', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const init = { method: 'POST', body: new URLSearchParams(fields) }
    const response = await fetch(`${stage.server.url}/oauth2/${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const secretOf = ({ text }: Visited) => /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const redeem = (device_code = '') =>
    post('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'cli',
      device_code,
    })

  test('a command line gets nothing before the second factor, and counts as having it afterwards', async () => {
    const { person, secret } = await newPersonWithApp()
    const scope = 'openid offline_access account'
    const { body } = await post('device/auth', { client_id: 'cli', scope })
    const user_code = body.user_code ?? ''
    const who = newBrowser()
    const asked = await who.visit(`/oauth2/device?user_code=${user_code}`)
    const confirm = await who.submit(asked, 'device', { xsrf: secretOf(asked), user_code })
    const sent = { xsrf: secretOf(confirm), user_code, confirm: 'yes' }
    const login = await who.submit(confirm, 'device', sent)
    const password = 'correct horse battery'
    const page = await who.submit(login, 'sign-in', { login: person.name, password })
    expect(page.text).toContain('Code from your authenticator app')
    expect((await redeem(body.device_code)).body.error).toBe('authorization_pending')
    const consent = await who.submit(page, 'second-factor/code', { code: totpAt(secret, now()) })
    expect((await who.submit(consent, 'allow')).text).toContain('Signed in')
    const tokens = await redeem(body.device_code)
    expect(tokens.status).toBe(200)
    const { sid } = decodeJwt<{ sid: string }>(tokens.body.access_token ?? '')
    const uses = await findUses(person.id)
    expect(uses.find(({ session_id }) => session_id === sid)).toMatchObject({ method: 'totp' })
    // A refresh gives no second factor, and takes none.
    stage.clock.aheadMs += 20 * 60_000
    const renewed = await sign().refresh('cli', tokens.body.refresh_token ?? '')
    expect(decodeJwt(renewed.body.access_token ?? '')).toMatchObject({ sid })
    expect(await findUses(person.id)).toEqual(uses)
  })
})

describe('enrolment by somebody who has only the password', () => {
  test('is refused when the account has a factor, with a form that was opened before too', async () => {
    const operator = await newPerson(true)
    const [thief, owner] = [newBrowser(), newBrowser()]
    const early = await typePassword(thief, operator)
    await stage.setUpApp(owner, await typePassword(owner, operator))
    const { page: late } = await stage.setUpApp(thief, early)
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('Confirm again')])
    const answer = makeAuthenticator(ORIGIN).register(optionsIn(early))
    expect((await thief.submit(early, 'enrol/passkey', { answer })).status).toBe(400)
    const { db } = stage.database
    const keys = await db.selectFrom('passkey').where('account_id', '=', operator.id).execute()
    expect(keys).toEqual([])
    expect(codeOf(await thief.visit(early.url.pathname))).toBe(null)
  })

  test('is refused in a session from before the factor', async () => {
    const person = await newPerson()
    const [thief, owner] = [newBrowser(), newBrowser()]
    await typePassword(thief, person)
    await typePassword(owner, person)
    const early = await thief.visit('/oauth2/security')
    await stage.setUpApp(owner, await owner.visit('/oauth2/security'))
    const { page } = await stage.setUpApp(thief, early)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Confirm again')])
    expect((await thief.visit('/oauth2/security')).text).toContain('confirm with one of them')
  })
})

describe('the first second factor', () => {
  test('cannot be set up in a session of more than 15 minutes ago, with an open form neither', async () => {
    const person = await newPerson()
    const who = newBrowser()
    await typePassword(who, person)
    const opened = await who.visit('/oauth2/security')
    stage.clock.aheadMs = 15 * 60_000 + 5000
    const { page: sent } = await stage.setUpApp(who, opened)
    expect([sent.status, sent.text]).toEqual([401, expect.stringContaining('Sign in again')])
    const page = await who.visit('/oauth2/security')
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('15 minutes ago')])
    expect(await findUses(person.id)).toEqual([])
    const [, address = ''] = /href="(\/oauth2\/auth[^"]*)"/.exec(page.text) ?? []
    const login = await who.visit(address.replaceAll('&#38;', '&'))
    // The provider goes by the clock of the machine.
    stage.clock.aheadMs = 0
    const fields = { login: person.name, password: PASSWORD }
    const back = await who.submit(login, 'sign-in', fields)
    expect([back.url.pathname, secretIn(back)]).toEqual([
      '/oauth2/security',
      expect.stringMatching(/^[A-Z2-7]{16,}$/),
    ])
  })

  test('of somebody who needs one cannot be set up in a session, with an open form neither', async () => {
    const person = await newPerson()
    const who = newBrowser()
    await typePassword(who, person)
    const opened = await who.visit('/oauth2/security')
    const { db } = stage.database
    const change = { is_operator: true }
    await db.updateTable('account').set(change).where('id', '=', person.id).execute()
    const { page: sent } = await stage.setUpApp(who, opened)
    for (const page of [sent, await who.visit('/oauth2/security')]) {
      expect([page.status, page.text]).toEqual([
        401,
        expect.stringContaining('does not have one yet. Sign in again'),
      ])
    }
    expect(await findUses(person.id)).toEqual([])
    const [, address = ''] = /href="(\/oauth2\/auth[^"]*)"/.exec(sent.text) ?? []
    const login = await who.visit(address.replaceAll('&#38;', '&'))
    const fields = { login: person.name, password: PASSWORD }
    const page = await who.submit(login, 'sign-in', fields)
    const { page: codes } = await stage.setUpApp(who, page)
    const back = await who.submit(codes, 'continue')
    expect([back.url.pathname, back.text]).toEqual([
      '/oauth2/security',
      expect.stringContaining('10 of 10 are left'),
    ])
  })
})
