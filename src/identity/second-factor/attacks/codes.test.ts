import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitForWaiters } from '../../../../test/support/database/locks.ts'
import { codeOf } from '../../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { totpAt, useSecondFactors } from '../../../../test/support/server/second-factor.ts'
import type { RealTime } from '../../../platform/time.ts'
import type { IdentityConfig } from '../../settings.ts'
import { makeKnownBrowsers } from '../../sign-in/known-browser.ts'
import { findSignInAccount } from '../../sign-in/store.ts'

const stage = useSecondFactors()
const { newBrowser, typePassword, newPersonWithApp, now } = stage
type Person = Parameters<typeof typePassword>[1]
type Outcome = Awaited<ReturnType<typeof typePassword>>

const STEP_MS = 30_000

// On a busy machine, steps and waits would end while a test runs.
beforeEach(() => {
  stage.clock.stoppedAtMs = Date.now()
})

async function tryCode(person: Person, code: string, form = 'second-factor/code') {
  const who = newBrowser()
  return who.submit(await typePassword(who, person), form, { code })
}
const statusOf = (page: Outcome) => (codeOf(page) ? 'in' : page.status)

/** Both arrive while somebody holds the row, so that neither can be the first by luck. */
async function sendBoth(hold: ReturnType<typeof sql>, send: () => Promise<Outcome>) {
  const { db } = stage.database
  let both: Promise<Outcome[]> | undefined
  await db.transaction().execute(async (trx) => {
    await hold.execute(trx)
    both = Promise.all([send(), send()])
    await waitForWaiters(db, 2)
  })
  return ((await both) ?? []).map(statusOf).sort()
}

describe('codes of an authenticator app', () => {
  test('brute force: a browser in which the password was set by a link has no counter of its own', async () => {
    const { person } = await newPersonWithApp()
    for (let n = 0; n < 5; n++) expect(statusOf(await tryCode(person, '000000'))).toBe(401)
    const account = await findSignInAccount(stage.database.db, person.id)
    if (!account) throw new Error('there is an account')
    const config = { publicUrl: ORIGIN } as IdentityConfig
    const browsers = makeKnownBrowsers(stage.seal, () => new Date(now()) as RealTime, config)
    const who = newBrowser()
    const [line = ''] = browsers.rememberFromLink(account)
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
    who.cookies.set(name, value)
    const page = await typePassword(who, person)
    const tried = await who.submit(page, 'second-factor/code', { code: '000000' })
    expect(tried.status).toBe(429)
  })

  test('replay: a code is accepted once', async () => {
    const { person, secret } = await newPersonWithApp()
    const code = totpAt(secret, now())
    expect(statusOf(await tryCode(person, code))).toBe('in')
    expect(statusOf(await tryCode(person, code))).toBe(401)
  })

  test('replay: neither is the code of a step before one that was used', async () => {
    const { person, secret } = await newPersonWithApp()
    expect(statusOf(await tryCode(person, totpAt(secret, now() + STEP_MS)))).toBe('in')
    expect(statusOf(await tryCode(person, totpAt(secret, now())))).toBe(401)
  })

  test('replay: of two that come at once, one is accepted', async () => {
    const { person, secret } = await newPersonWithApp()
    const code = totpAt(secret, now())
    const [one, two] = [newBrowser(), newBrowser()]
    const pages = [await typePassword(one, person), await typePassword(two, person)]
    const browsers = [one, two]
    const send = () => {
      const [who, page] = [browsers.pop(), pages.pop()]
      if (!who || !page) throw new Error('there are two')
      return who.submit(page, 'second-factor/code', { code })
    }
    const hold = sql`select from account where id = ${person.id} for update`
    expect(await sendBoth(hold, send)).toEqual([401, 'in'])
  })

  test('clock: one step before and after is accepted, two are not', async () => {
    const { person, secret } = await newPersonWithApp()
    stage.clock.aheadMs += 10 * STEP_MS
    for (const [steps, expected] of [
      [-2, 401],
      [2, 401],
      [-1, 'in'],
      [0, 'in'],
      [1, 'in'],
    ] as const) {
      const outcome = statusOf(await tryCode(person, totpAt(secret, now() + steps * STEP_MS)))
      expect([steps, outcome]).toEqual([steps, expected])
    }
  })
})

describe('brute force', () => {
  test('after five wrong codes each further one waits, longer each time, from whichever browser', async () => {
    const { person, secret } = await newPersonWithApp()
    for (let n = 0; n < 5; n++) expect(statusOf(await tryCode(person, '000000'))).toBe(401)
    for (const seconds of [1, 2, 4, 8]) {
      const early = await tryCode(person, totpAt(secret, now()))
      expect([early.status, early.headers.get('retry-after')]).toEqual([429, String(seconds)])
      expect(early.text).toContain('Too many wrong codes')
      stage.clock.aheadMs += seconds * 1000
      expect(statusOf(await tryCode(person, '000000'))).toBe(401)
    }
  })

  test('at most 15 minutes; a right code ends the wait', async () => {
    const { person, secret } = await newPersonWithApp()
    const failed = {
      failures: 60,
      failed_at: new Date(now()),
      expires_at: new Date(now() + 86_400_000),
    }
    await stage.database.db
      .insertInto('second_factor_failure')
      .values({ account_id: person.id, browser: '', ...failed })
      .execute()
    expect((await tryCode(person, '000000')).headers.get('retry-after')).toBe('900')
    stage.clock.aheadMs += 901_000
    expect(statusOf(await tryCode(person, totpAt(secret, now())))).toBe('in')
    stage.clock.aheadMs += STEP_MS
    expect(statusOf(await tryCode(person, totpAt(secret, now())))).toBe('in')
  })

  test('many at once count one after the other', async () => {
    const { person } = await newPersonWithApp()
    const browsers = []
    for (let n = 0; n < 12; n++) {
      const who = newBrowser()
      browsers.push({ who, page: await typePassword(who, person) })
    }
    const tried = await Promise.all(
      browsers.map(({ who, page }) => who.submit(page, 'second-factor/code', { code: '000000' })),
    )
    const wrong = tried.filter(({ status }) => status === 401).length
    expect(wrong).toBe(5)
  })

  test('nobody locks the owner out: a known browser, a recovery code', async () => {
    const { person, secret, codes } = await newPersonWithApp()
    const known = newBrowser()
    const first = await typePassword(known, person)
    expect(
      statusOf(await known.submit(first, 'second-factor/code', { code: totpAt(secret, now()) })),
    ).toBe('in')
    stage.clock.aheadMs += STEP_MS
    for (let n = 0; n < 6; n++) await tryCode(person, '000000')
    expect((await tryCode(person, totpAt(secret, now()))).status).toBe(429)
    const page = await typePassword(known, person, { prompt: 'login' })
    expect(
      statusOf(await known.submit(page, 'second-factor/code', { code: totpAt(secret, now()) })),
    ).toBe('in')
    expect(statusOf(await tryCode(person, codes[3] ?? '', 'recovery-code'))).toBe('in')
  })

  test('a browser is known when the second factor was given, not when the password was', async () => {
    const { person } = await newPersonWithApp()
    const thief = newBrowser()
    await typePassword(thief, person)
    expect([...thief.cookies.keys()].join()).not.toContain('_known')
  })

  test('wrong ones are in the audit trail, with the number and how', async () => {
    const { person } = await newPersonWithApp()
    for (let n = 0; n < 3; n++) await tryCode(person, '000000')
    await expect
      .poll(async () => {
        const rows = await stage.database.db
          .selectFrom('audit')
          .select('after')
          .where('scope_id', '=', person.id)
          .where('action', '=', 'account.second-factor-failed')
          .execute()
        return rows.map(({ after }) => after)
      })
      .toEqual([{ client: 'portal', reason: 'totp', count: 3 }])
  })
})

describe('recovery codes', () => {
  test('reuse: each works once, also when it comes twice at once', async () => {
    const { person, codes } = await newPersonWithApp()
    const [first = '', second = ''] = codes
    expect(statusOf(await tryCode(person, first, 'recovery-code'))).toBe('in')
    expect(statusOf(await tryCode(person, first, 'recovery-code'))).toBe(401)
    const opened = [newBrowser(), newBrowser()]
    const pages = await Promise.all(opened.map((who) => typePassword(who, person)))
    const send = () => {
      const [who, page] = [opened.pop(), pages.pop()]
      if (!who || !page) throw new Error('there are two')
      return who.submit(page, 'recovery-code', { code: second })
    }
    const hold = sql`select from recovery_code where account_id = ${person.id} for update`
    expect(await sendBoth(hold, send)).toEqual([401, 'in'])
  })

  test('of another account are refused; what is stored is a hash', async () => {
    const [ada, eve] = [await newPersonWithApp(), await newPersonWithApp()]
    expect(statusOf(await tryCode(ada.person, eve.codes[0] ?? '', 'recovery-code'))).toBe(401)
    const rows = await stage.database.db.selectFrom('recovery_code').selectAll().execute()
    const stored = JSON.stringify(rows.map(({ hash }) => hash.toString('latin1')))
    for (const code of ada.codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})
