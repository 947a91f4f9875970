import { describe, expect, test } from 'vitest'
import { caller } from '../../../../../test/support/http/http.ts'
import { giveSecondFactor, openSession } from '../../../../../test/support/http/second-factor.ts'
import { useSmtp } from '../../../../../test/support/mail/use-smtp.ts'
import { codeOf } from '../../../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../../../test/support/server/health-calls.ts'
import { totpAt, useSecondFactors } from '../../../../../test/support/server/second-factor.ts'
import { insertOrganization } from '../../../../../test/support/world/world.ts'

const smtp = await useSmtp()
const stage = useSecondFactors(smtp.env, { runsJobs: true })
const { newBrowser, newPerson, typePassword, newPersonWithApp, now } = stage

async function asOperator(method: string, path: string) {
  const { id } = await newPerson(true)
  const { db } = stage.database
  const { sessionId, headers } = await openSession(db, stage.seal, ORIGIN, id)
  await giveSecondFactor(db, id, sessionId)
  return caller(stage.server)(undefined, method, `/operator/v1${path}`, undefined, headers)
}

describe('POST /operator/v1/accounts/{account_id}/second-factors/reset', () => {
  test('204: factors, codes and sessions are gone; an operator sets up a new one', async () => {
    const { person, who } = await newPersonWithApp(true)
    expect((await asOperator('POST', `/accounts/${person.id}/second-factors/reset`)).status).toBe(
      204,
    )
    expect(codeOf(await stage.open(who, { prompt: 'none' }))).toBe(null)
    const page = await typePassword(newBrowser(), person)
    expect(page.text).toContain('Set up a second factor')
    const { db } = stage.database
    const codes = db.selectFrom('recovery_code').where('account_id', '=', person.id)
    expect(await codes.execute()).toEqual([])
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'actor_kind'])
      .where('scope_id', '=', person.id)
      .where('action', '=', 'account.second-factor-reset')
      .execute()
    expect(rows).toEqual([{ action: 'account.second-factor-reset', actor_kind: 'account' }])
    await expect
      .poll(() => smtp.list(person.email).map(({ title }) => title))
      .toContain('An operator removed your second factors')
  })
})

test('each change of second factors is mailed to the account', async () => {
  const { person, who, codes } = await newPersonWithApp()
  const other = newBrowser()
  const page = await typePassword(other, person)
  expect(codeOf(await other.submit(page, 'recovery-code', { code: codes[0] ?? '' }))).toMatch(/./)
  await who.submit(await who.visit('/oauth2/security'), 'recovery-codes')
  await who.submit(await who.visit('/oauth2/security'), 'remove/totp')
  const subjects = () => smtp.list(person.email).map(({ title }) => title)
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([
        'An authenticator app was added to your account',
        'A recovery code of your account was used',
        'Your account has new recovery codes',
        'The authenticator app was removed from your account',
      ]),
    )
})

describe('an organization that requires a second factor', () => {
  test('its members set one up at the next sign-in, and cannot remove the last one', async () => {
    const [admin, member] = [await newPerson(), await newPerson()]
    const { db } = stage.database
    const org = await insertOrganization(db, { [admin.id]: 'admin', [member.id]: 'member' })
    const call = caller(stage.server)
    const path = `/v0.1/orgs/${org.name}`
    const refused = await call(member.token, 'PATCH', path, { requires_second_factor: true })
    expect(refused.status).toBe(403)
    const { status, body } = await call(admin.token, 'PATCH', path, {
      requires_second_factor: true,
    })
    expect([status, body.requires_second_factor]).toEqual([200, true])
    expect((await call(member.token, 'GET', path)).body.requires_second_factor).toBe(true)
    const who = newBrowser()
    const { secret, page } = await stage.setUpApp(who, await typePassword(who, member))
    expect(codeOf(await who.submit(page, 'continue'))).toMatch(/./)
    const kept = await who.submit(await who.visit('/oauth2/security'), 'remove/totp')
    expect(kept.status).toBe(400)
    const off = { requires_second_factor: false }
    const signedIn = await openSession(db, stage.seal, ORIGIN, admin.id)
    const asSignedIn = () => call(undefined, 'PATCH', path, off, signedIn.headers)
    expect((await asSignedIn()).body.code).toBe('SecondFactorRequired')
    await giveSecondFactor(db, admin.id, signedIn.sessionId)
    expect((await asSignedIn()).status).toBe(200)
    // Who has one gives it, required or not.
    stage.clock.aheadMs += 60_000
    const other = newBrowser()
    const asked = await typePassword(other, member)
    const given = await other.submit(asked, 'second-factor/code', { code: totpAt(secret, now()) })
    expect(codeOf(given)).toMatch(/./)
  })
})
