import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { caller } from '../../../test/support/http/http.ts'
import { giveSecondFactor, insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { CLI, useConfirmation } from '../../../test/support/server/confirmation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { sealedIn, secretIn, totpAt } from '../../../test/support/server/second-factor.ts'

const stage = useConfirmation()
const { database, clock, server, nodes, her, insertAda, signIn, create, openLink } = stage
const { giveIn, confirm, endTerminal, readStatus, listAudit, deleteSecondFactor } = stage
const { signInAgain } = stage

describe('attacks', () => {
  const confirmedSessions = () =>
    database.db
      .selectFrom('second_factor_use')
      .select('session_id')
      .where('account_id', '=', her.ada.id)
      .where('session_id', '=', her.terminal.sessionId)
      .execute()

  test('somebody else cannot confirm, nor see what is requested', async () => {
    const { path, code } = await openLink()
    const eve = await insertAda()
    const other = await signIn(eve.name)
    await giveSecondFactor(database.db, eve.id, other.sessionId, -1000)
    const page = await other.who.visit(path)
    expect(page.text).toContain('with another account')
    expect(page.text).not.toContain(code)
    expect(page.text).not.toContain(her.ada.email)
    const sent = await confirm(path, other.who)
    expect(sent.text).toContain('with another account')
    expect((await confirm(path, makeVisitor(ORIGIN, nodes()))).text).toContain('Sign in')
    expect(await confirmedSessions()).toEqual([])
    expect((await create()).status).toBe(401)
  })

  test('what the browser gave before the link was made does not count', async () => {
    await giveIn(her.browser, 60_000)
    const { path } = await openLink()
    const page = await her.browser.who.visit(path)
    expect(page.text).not.toContain('>Confirm</button>')
    await confirm(path)
    expect(await confirmedSessions()).toEqual([])
  })

  test('a session from before the link sets up no second factor to confirm with', async () => {
    const { path } = await openLink()
    await deleteSecondFactor()
    const page = await her.browser.who.visit(path)
    expect(page.text).toContain('To set one up, sign in again')
    expect(page.text).not.toContain('data-secret')
    // Nor with what the page of another link offered after a sign-in.
    const offered = await signInAgain(path)
    await insertSecondFactor(database.db, her.ada.id)
    clock.aheadMs += 1000
    const { path: later } = await openLink()
    await deleteSecondFactor()
    const code = totpAt(secretIn(offered), Date.now() + clock.aheadMs)
    const sent = await her.browser.who.visit(`${later}/enrol/totp`, {
      method: 'POST',
      body: new URLSearchParams({ secret: sealedIn(offered), code }),
      headers: { origin: ORIGIN },
    })
    expect(sent.text).toContain('To set one up, sign in again')
    expect(await readStatus(later)).toBe('pending')
    expect(await confirmedSessions()).toEqual([])
  })

  test('a link is used once, also if it is sent twice at once', async () => {
    const { path } = await openLink()
    await giveIn(her.browser)
    await Promise.all([confirm(path), confirm(path), confirm(path)])
    expect(await listAudit()).toHaveLength(1)
    clock.aheadMs = 9 * 60_000
    await giveIn(her.browser)
    expect((await confirm(path)).text).toContain('Confirmed')
    expect(await listAudit()).toHaveLength(1)
    // Sent again, it did not make the session fresh again.
    clock.aheadMs = 15 * 60_000 + 30_000
    expect((await create()).status).toBe(401)
  })

  test('a link of one session does nothing for another', async () => {
    await deleteSecondFactor()
    const other = await signIn(her.ada.name, CLI)
    await insertSecondFactor(database.db, her.ada.id)
    const { path } = await openLink()
    await giveIn(her.browser)
    await confirm(path)
    expect((await create()).status).toBe(201)
    expect((await create(other.token)).body.code).toBe('SecondFactorRequired')
  })

  test('after 10 minutes a link is over', async () => {
    const { path } = await openLink()
    clock.aheadMs = 10 * 60_000 + 5000
    await giveIn(her.browser)
    const { status, text } = await confirm(path)
    expect([status, text]).toEqual([404, expect.stringContaining('no longer valid')])
    expect((await her.browser.who.visit(path)).status).toBe(404)
    expect(await readStatus(path)).toBe('expired')
    expect(await confirmedSessions()).toEqual([])
  })

  test('a link of a session that has ended', async () => {
    const { path } = await openLink()
    await endTerminal()
    await giveIn(her.browser)
    expect((await her.browser.who.visit(path)).text).toContain('This session has ended')
    expect((await confirm(path)).text).toContain('This session has ended')
    expect(await confirmedSessions()).toEqual([])
  })

  test('403: a form of another site', async () => {
    const { path } = await openLink()
    await giveIn(her.browser)
    const origin = 'https://evil.example'
    expect((await confirm(path, her.browser.who, { origin })).status).toBe(403)
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: '' }
    expect((await confirm(path, her.browser.who, crossSite)).status).toBe(403)
    expect(await confirmedSessions()).toEqual([])
  })

  test('reading changes nothing: page, status and sign-in', async () => {
    const { path } = await openLink()
    await giveIn(her.browser)
    for (const address of [path, `${path}/status`, `${path}/sign-in`]) {
      await her.browser.who.visit(address)
    }
    expect(await confirmedSessions()).toEqual([])
    expect(await listAudit()).toEqual([])
  })

  test('a link that was changed or is none is not found, and leads nowhere', async () => {
    const { path } = await openLink()
    for (const wrong of [
      `${path.slice(0, -3)}AAA`,
      '/oauth2/confirm/x',
      '/oauth2/confirm/signed-in',
    ]) {
      expect((await her.browser.who.visit(wrong)).status).toBe(404)
      expect((await confirm(wrong)).status).toBe(404)
    }
    const back = await her.browser.who.visit('/oauth2/signed-in?state=//evil.example')
    expect([back.status, back.url.origin]).toEqual([404, ORIGIN])
  })

  test('a code of the client of these pages gives no access to anything', async () => {
    const asked = { client_id: 'own_pages', redirect_uri: `${ORIGIN}/oauth2/signed-in` }
    const verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const pkce = { response_type: 'code', code_challenge, code_challenge_method: 'S256' }
    const authorize = async (scope: string) => {
      const query = new URLSearchParams({ ...asked, ...pkce, scope })
      return (await her.browser.who.visit(`/oauth2/auth?${query}`)).url.searchParams.get('code')
    }
    expect(await authorize('openid account')).toBe(null)
    expect(await authorize('openid user_impersonation')).toBe(null)
    const code = (await authorize('openid')) ?? ''
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
    const body = new URLSearchParams({ ...asked, ...grant })
    const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
    const issued = (await answer.json()) as Record<string, string>
    const { access_token: token = 'none', refresh_token } = issued
    expect(refresh_token).toBe(undefined)
    const headers = { Authorization: `Bearer ${token}` }
    for (const path of ['/v0.1/user', '/operator/v1/accounts', '/subscriptions?api-version=1']) {
      const { status } = await caller(server)(undefined, 'GET', path, undefined, headers)
      expect([path, status]).toEqual([path, 401])
    }
  })
})
