import { describe, expect, test } from 'vitest'
import { insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useConfirmation } from '../../../test/support/server/confirmation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { sealedIn, secretIn, totpAt } from '../../../test/support/server/second-factor.ts'
import { insertOrganization } from '../../../test/support/world/world.ts'

const stage = useConfirmation()
const { database, clock, nodes, her, signIn, create, openLink, giveIn } = stage
const { confirm, endTerminal, readStatus, listAudit, deleteSecondFactor, signInAgain } = stage

describe('confirming a change of the command line', () => {
  test('shows what requests it, takes the second factor of the browser, and is on record', async () => {
    const { path, code } = await openLink()
    const page = await her.browser.who.visit(path)
    expect(page.status).toBe(200)
    for (const text of [
      code,
      'Binnacle command line',
      her.ada.email,
      '127.0.0.1',
      'The application was signed in at',
    ]) {
      expect(page.text).toContain(text)
    }
    expect(await readStatus(path)).toBe('pending')
    await giveIn(her.browser)
    const ready = await her.browser.who.visit(path)
    expect(ready.text).toContain(code)
    const done = await her.browser.who.submit(ready, 'confirm')
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Confirmed')])
    expect(await readStatus(path)).toBe('confirmed')
    expect((await create()).status).toBe(201)
    expect(await listAudit()).toEqual([
      {
        actor_id: her.ada.id,
        target: `session ${her.terminal.sessionId}`,
        after: { client: 'cli', method: 'passkey' },
      },
    ])
  })

  test('counts for what the session is issued later, and not after it has ended', async () => {
    const { path } = await openLink()
    await giveIn(her.browser)
    await confirm(path)
    expect((await create()).status).toBe(201)
    await deleteSecondFactor()
    const sign = signer(ORIGIN, nodes())
    const { body } = await sign.refresh('cli', her.terminal.refreshToken)
    await insertSecondFactor(database.db, her.ada.id)
    expect((await create(body.access_token)).status).toBe(201)
    await endTerminal(body.refresh_token)
    expect((await create(body.access_token)).body.code).toBe('Unauthorized')
  })

  test('lasts 15 minutes from when it was given in the browser', async () => {
    const { path } = await openLink()
    clock.aheadMs = 5 * 60_000
    await giveIn(her.browser)
    clock.aheadMs = 9 * 60_000
    await confirm(path)
    clock.aheadMs = 19 * 60_000
    expect((await create()).status).toBe(201)
    clock.aheadMs = 21 * 60_000
    expect((await create()).body.code).toBe('SecondFactorRequired')
  })

  test('of the portal needs no more than to give it in the same browser', async () => {
    const { status, body } = await create(her.browser.token)
    expect(status).toBe(401)
    const { pathname } = new URL(body.confirm_url)
    expect((await her.browser.who.visit(pathname)).text).toContain('Binnacle portal')
    await giveIn(her.browser)
    expect(await readStatus(pathname)).toBe('confirmed')
    expect((await her.browser.who.visit(pathname)).text).toContain('Confirmed')
    expect((await create(her.browser.token)).status).toBe(201)
  })

  test('leads somebody who is not signed in through the sign-in, and back', async () => {
    const { path, code } = await openLink()
    await deleteSecondFactor()
    const who = makeVisitor(ORIGIN, nodes())
    const page = await who.visit(path)
    expect(page.text).toContain('Sign in with the account that requested the change')
    for (const text of [code, her.ada.email, 'command line', '127.0.0.1']) {
      expect(page.text).not.toContain(text)
    }
    clock.aheadMs = 1000
    const login = await who.visit(`${path}/sign-in`)
    expect(login.text).toContain('Sign in to continue to <strong>Binnacle</strong>')
    const back = await who.submit(login, 'sign-in', { login: her.ada.name, password: PASSWORD })
    expect([back.url.pathname, back.text]).toEqual([path, expect.stringContaining(code)])
  })
})

describe('the second factor on the page', () => {
  const joinStrictOrganization = async () => {
    const { id } = await insertOrganization(database.db, { [her.ada.id]: 'member' })
    await database.db
      .updateTable('organization')
      .set({ requires_second_factor: true })
      .where('id', '=', id)
      .execute()
  }
  /** As a person who has none yet, in whose name an operation asks for one. */
  const enrol = async (path: string) => {
    await deleteSecondFactor()
    const page = await signInAgain(path)
    expect(page.text).toContain('Your account does not have a second factor yet.')
    await joinStrictOrganization()
    const secret = secretIn(page)
    const fields = { secret: sealedIn(page), code: totpAt(secret, now()) }
    return { secret, codes: await her.browser.who.submit(page, 'enrol/totp', fields) }
  }
  const now = () => Date.now() + clock.aheadMs

  test('is set up if the person has none, and the request is confirmed then', async () => {
    const { path, code } = await openLink()
    const { codes } = await enrol(path)
    expect(codes.text).toContain('Your recovery codes')
    expect(await readStatus(path)).toBe('pending')
    const ready = await her.browser.who.visit(path)
    expect(ready.text).toContain(code)
    expect((await her.browser.who.submit(ready, 'confirm')).text).toContain('Confirmed')
    expect((await create()).status).toBe(201)
    expect(await listAudit()).toMatchObject([{ after: { client: 'cli', method: 'totp' } }])
  })

  test('is set up in the sign-in that comes first if the person needs one', async () => {
    const { path } = await openLink()
    await deleteSecondFactor()
    await joinStrictOrganization()
    const { who } = her.browser
    expect((await who.visit(path)).text).toContain('To set one up, sign in again')
    const page = await signInAgain(path)
    expect(page.text).toContain('Set up a second factor')
    const fields = { secret: sealedIn(page), code: totpAt(secretIn(page), now()) }
    const ready = await who.submit(await who.submit(page, 'enrol/totp', fields), 'continue')
    expect((await who.submit(ready, 'confirm')).text).toContain('Confirmed')
    expect((await create()).status).toBe(201)
  })

  test('is given there, wrong ones are refused, and the right one confirms at once', async () => {
    const { path: first } = await openLink()
    const { secret } = await enrol(first)
    clock.aheadMs = 20 * 60_000
    const { path, code } = await openLink()
    const page = await her.browser.who.visit(path)
    expect(page.text).toContain(code)
    const wrong = await her.browser.who.submit(page, 'code', { code: '000000' })
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('not correct')])
    expect(wrong.text).toContain(code)
    expect(await readStatus(path)).toBe('pending')
    const right = { code: totpAt(secret, now()) }
    expect((await her.browser.who.submit(wrong, 'code', right)).text).toContain('Confirmed')
    expect(await readStatus(path)).toBe('confirmed')
    expect((await create()).status).toBe(201)
    // The same code again, for the next request, is no second proof.
    clock.aheadMs += 16 * 60_000
    const { path: later } = await openLink()
    const again = await her.browser.who.submit(await her.browser.who.visit(later), 'code', right)
    expect(again.status).toBe(401)
    expect(await readStatus(later)).toBe('pending')
  })

  test('cannot be added by somebody who has only the password when there is one', async () => {
    const { path: first } = await openLink()
    await deleteSecondFactor()
    const thief = (await signIn(her.ada.name)).who
    const offered = await signInAgain(first, thief)
    const secret = secretIn(offered)
    await enrol(first)
    clock.aheadMs = 20 * 60_000
    const { path } = await openLink()
    expect((await thief.visit(path)).text).not.toContain('Set up the app')
    // Nor with what the page offered before.
    const fields = { secret: sealedIn(offered), code: totpAt(secret, now()) }
    const init = { method: 'POST', body: new URLSearchParams(fields), headers: { origin: ORIGIN } }
    const sent = await thief.visit(`${path}/enrol/totp`, init)
    expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('Confirm again')])
    expect(await readStatus(path)).toBe('pending')
  })
})
