import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { beforeEach } from 'vitest'
import { totpLabel } from '../../../src/identity/second-factor/sealed-columns.ts'
import { openSeal, type Seal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { useDatabase } from '../database/use-database.ts'
import { insertPassword } from '../http/signed-in.ts'
import { PASSWORD } from '../http/signer.ts'
import { makeVisitor, type Visited } from '../http/visitor.ts'
import { insertPerson, type Person } from '../world/world.ts'
import { PORTAL } from './federation.ts'
import { ORIGIN } from './health-calls.ts'
import { useServer } from './server.ts'

/** It goes on from the real time, or from where it was stopped, only when a test moves it. */
type Clock = { aheadMs: number; stoppedAtMs: number | undefined }

type Visitor = ReturnType<typeof makeVisitor>

/** What the browser is given to use a passkey, or to make one. */
export function optionsIn({ text }: Visited) {
  const [, escaped] = /data-options="([^"]*)"/.exec(text) ?? []
  if (escaped === undefined) throw new Error(`no passkey is asked for on:\n${text}`)
  return JSON.parse(escaped.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}

export const secretIn = ({ text }: Visited) =>
  (/data-secret>([A-Z2-7 ]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '')

export const sealedIn = ({ text }: Visited) => /name="secret" value="([^"]*)"/.exec(text)?.[1] ?? ''

export const codesIn = ({ text }: Visited) =>
  [...text.matchAll(/<li>([a-z2-7-]{19})<\/li>/g)].map(([, code = '']) => code)

export const totpAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

/** Somebody's authenticator app, as if it had been set up; answers its secret. */
export async function insertTotp(db: Db, seal: Seal, accountId: string): Promise<string> {
  const { base32 } = new Secret()
  const sealed_secret = seal.seal(base32, totpLabel(accountId))
  const row = { account_id: accountId, sealed_secret, confirmed_at: new Date() }
  await db
    .insertInto('totp_secret')
    .values({ ...row, last_used_step: '0' })
    .execute()
  return base32
}

/** A server that requires a second factor of operators, and people who sign in to it with a password. */
export function useSecondFactors(
  env: Record<string, string> = {},
  options: Readonly<{ runsJobs?: boolean }> = {},
) {
  const database = useDatabase()
  const clock: Clock = { aheadMs: 0, stoppedAtMs: undefined }
  const now = () => (clock.stoppedAtMs ?? Date.now()) + clock.aheadMs
  const seal = openSeal(randomBytes(32))
  const server = useServer({
    ...options,
    databaseUrl: database.url,
    seal,
    realTime: () => new Date(now()),
    env: {
      PUBLIC_URL: ORIGIN,
      OPERATOR_SECOND_FACTOR: 'required',
      RATE_LIMITS: 'anonymousBurst=100000',
      ...env,
    },
  })
  beforeEach(() => {
    Object.assign(clock, { aheadMs: 0, stoppedAtMs: undefined })
  })
  const newBrowser = () => makeVisitor(ORIGIN, [server.url])
  const open = (who: Visitor, more: Record<string, string> = {}) =>
    who.visit(`/oauth2/auth?${new URLSearchParams({ ...PORTAL, ...more })}`)

  async function newPerson(isOperator = false): Promise<Person> {
    const person = await insertPerson(database.db)
    await insertPassword(database.db, person.id)
    const change = { is_operator: isOperator }
    await database.db.updateTable('account').set(change).where('id', '=', person.id).execute()
    return person
  }

  /** Up to the page after the password. */
  async function typePassword(who: Visitor, { name }: Person, more: Record<string, string> = {}) {
    const page = await open(who, more)
    return who.submit(page, 'sign-in', { login: name, password: PASSWORD })
  }

  /** Sets an authenticator app up on a page that offers it; answers the page after it. */
  async function setUpApp(who: Visitor, page: Visited, action = 'enrol/totp') {
    const secret = secretIn(page)
    const fields = { secret: sealedIn(page), code: totpAt(secret, now()) }
    return { secret, page: await who.submit(page, action, fields) }
  }

  /** Somebody who signed in with a password and then set an app up; the next code is of the next step. */
  async function newPersonWithApp(isOperator = false) {
    const person = await newPerson(isOperator)
    const who = newBrowser()
    const next = await typePassword(who, person)
    const shown = isOperator ? next : await who.visit('/oauth2/security')
    const { secret, page } = await setUpApp(who, shown)
    if (isOperator) await who.submit(page, 'continue')
    clock.aheadMs += 60_000
    return { person, who, secret, codes: codesIn(page) }
  }

  const findUses = (accountId: string) =>
    database.db
      .selectFrom('second_factor_use')
      .select(['session_id', 'method', 'used_at'])
      .where('account_id', '=', accountId)
      .orderBy('used_at')
      .execute()

  return {
    ...{ database, clock, server, seal, now, newBrowser, open, newPerson, typePassword },
    ...{ setUpApp, newPersonWithApp, findUses },
  }
}
