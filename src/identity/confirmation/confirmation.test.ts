import { describe, expect, test } from 'vitest'
import { insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useConfirmation } from '../../../test/support/server/confirmation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'

const stage = useConfirmation()
const { database, clock, nodes, her, create, openLink, giveIn } = stage
const { confirm, endTerminal, readStatus, listAudit, deleteSecondFactor } = stage

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
      'Signed in since',
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
    const login = await who.visit(`${path}/sign-in`)
    expect(login.text).toContain('To continue to <strong>Binnacle</strong>')
    const back = await who.submit(login, 'sign-in', { login: her.ada.name, password: PASSWORD })
    expect([back.url.pathname, back.text]).toEqual([path, expect.stringContaining(code)])
  })
})
