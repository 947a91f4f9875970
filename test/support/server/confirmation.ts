import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { useDatabase } from '../database/use-database.ts'
import { caller, NEW_TOKEN } from '../http/http.ts'
import { giveSecondFactor, insertSecondFactor } from '../http/second-factor.ts'
import { insertPassword } from '../http/signed-in.ts'
import { PASSWORD, signer } from '../http/signer.ts'
import type { makeVisitor, Visited } from '../http/visitor.ts'
import { insertPerson, type Person } from '../world/world.ts'
import { ORIGIN } from './health-calls.ts'
import { useServer } from './server.ts'

const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
export const CLI = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

type Visitor = ReturnType<typeof makeVisitor>
export type Session = Readonly<{
  who: Visitor
  token: string
  refreshToken: string
  sessionId: string
}>

/** Two nodes, and ada with a command line that needs her second factor, and a browser in which she gives it. */
export function useConfirmation(env: Record<string, string> = {}) {
  const database = useDatabase()
  const clock = { aheadMs: 0 }
  const shared = {
    databaseUrl: database.url,
    seal: openSeal(randomBytes(32)),
    env: { PUBLIC_URL: ORIGIN, ...env },
    realTime: () => new Date(Date.now() + clock.aheadMs),
  }
  const [server, second] = [useServer(shared), useServer(shared)]
  const nodes = () => [server.url, second.url]
  const her = {} as { ada: Person; terminal: Session; browser: Session }
  beforeEach(async () => {
    her.ada = await insertAda()
    her.terminal = await signIn(her.ada.name, CLI)
    her.browser = await signIn(her.ada.name)
    await insertSecondFactor(database.db, her.ada.id)
  })
  afterEach(() => {
    clock.aheadMs = 0
  })

  const insertAda = () => insertWithPassword(database.db)
  async function signIn(name: string, asked = PORTAL): Promise<Session> {
    const { who, exchange } = await signer(ORIGIN, nodes()).begin(name, asked)
    const { access_token: token = '', refresh_token: refreshToken = '' } = (await exchange()).body
    return { who, token, refreshToken, sessionId: String(decodeJwt(token).sid) }
  }
  const create = (token = her.terminal.token) =>
    caller(server)(undefined, 'POST', '/v0.1/api_tokens', NEW_TOKEN, {
      Authorization: `Bearer ${token}`,
    })
  return {
    ...{ database, clock, server, nodes, her, insertAda, signIn, create },
    async openLink(): Promise<{ path: string; code: string }> {
      const { status, body } = await create()
      expect(status).toBe(401)
      return { path: new URL(body.confirm_url).pathname, code: body.confirm_code }
    },
    signInAgain(path: string, who = her.browser.who): Promise<Visited> {
      clock.aheadMs += 1000
      return typePassword(who, path, her.ada.name)
    },
    /** So that a sign-in, or a refresh token of one without it, goes on. */
    deleteSecondFactor: () =>
      database.db.deleteFrom('passkey').where('account_id', '=', her.ada.id).execute(),
    /** As if it had been given on a page of the provider, at this moment. */
    giveIn: ({ sessionId }: Session, agoMs = 0) =>
      giveSecondFactor(database.db, her.ada.id, sessionId, agoMs - clock.aheadMs),
    confirm: (path: string, who = her.browser.who, headers: Record<string, string> = {}) =>
      who.visit(path, {
        method: 'POST',
        body: '',
        headers: { ...FORM, origin: ORIGIN, ...headers },
      }),
    endTerminal: (token = her.terminal.refreshToken) =>
      fetch(`${server.url}/oauth2/token/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'cli', token }),
      }),
    async readStatus(path: string): Promise<string> {
      const answer = await fetch(`${second.url}${path}/status`)
      return ((await answer.json()) as { status: string }).status
    },
    listAudit: () =>
      database.db
        .selectFrom('audit')
        .select(['actor_id', 'target', 'after'])
        .where('action', '=', 'account.confirm-session')
        .where('scope_id', '=', her.ada.id)
        .execute(),
  }
}

async function insertWithPassword(db: Db): Promise<Person> {
  const person = await insertPerson(db, `ada-${randomUUIDv7()}`)
  await insertPassword(db, person.id)
  return person
}

/** From the page of a link; answers where it leads to. Times of sign-ins are whole seconds. */
async function typePassword(who: Visitor, path: string, login: string): Promise<Visited> {
  const page = await who.visit(`${path}/sign-in`)
  return who.submit(page, 'sign-in', { login, password: PASSWORD })
}
