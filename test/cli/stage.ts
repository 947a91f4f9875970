import { randomBytes } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { PASSWORD } from '../support/http/signer.ts'
import { makeVisitor, type Visited } from '../support/http/visitor.ts'
import { MAILS_WAIT } from '../support/mail/mails-wait.ts'
import type { Installation } from '../support/server/health-calls.ts'
import { openQuota, QUICK_POLLING } from '../support/server/quota.ts'
import { useServer } from '../support/server/server.ts'
import { insertPerson, type Person } from '../support/world/world.ts'
import { finish, type Shell, useShell, waitFor } from './shell.ts'

/** A server where its settings say it is, ada who runs it and can sign in, and her shell. */
export async function useCli(env: Record<string, string> = {}) {
  const database = useDatabase()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const seal = openSeal(randomBytes(32))
  const server = useServer({
    databaseUrl: database.url,
    seal,
    port,
    runsJobs: true,
    env: { PUBLIC_URL: url, ...MAILS_WAIT, ...env },
    limits: QUICK_POLLING,
  })
  const installation: Installation = {
    url: () => url,
    db: () => database.db,
    seal,
    vendor: 'Microsoft',
    origin: url,
    managementUrl: url,
  }
  const shell = useShell()
  const people = {} as { ada: Person }
  beforeAll(async () => {
    people.ada = await insertAda(database.db)
  })
  return { url, server, database, shell, people, quota: openQuota(installation) }
}

/** She has a password, and operates the installation. */
export async function insertAda(db: Db): Promise<Person> {
  const ada = await insertPerson(db, 'ada')
  await insertPassword(db, ada.id)
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', ada.id).execute()
  return ada
}

/** The settings of an issuer at which people sign in. */
export const trust = (issuer: string) =>
  JSON.stringify([{ issuer, signIn: { id: 'example', name: 'Example', clientId: 'binnacle' } }])

const CODE = /shows ([B-Z-]{9}),/

type Visitor = ReturnType<typeof makeVisitor>

const enterPassword = (who: Visitor, page: Visited) =>
  who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })

/** Signs somebody in for real: the command shows a code, and the person takes it through the pages. */
export async function signIn(
  shell: Shell,
  url: string,
  options: readonly string[] = [],
  enter = enterPassword,
) {
  const { promise: code, resolve: show } = Promise.withResolvers<string>()
  const send = globalThis.fetch
  globalThis.fetch = async (...request) => askQuickly(await send(...request))
  const finished = shell
    .run(['login', '--server', url, ...options], {
      onStatus: (stderr) => {
        const [, shown] = CODE.exec(stderr) ?? []
        if (shown) show(shown)
      },
    })
    .finally(() => {
      globalThis.fetch = send
    })
  await allow(makeVisitor(url, [url]), await code, enter)
  const ended = await finished
  expect(ended.code, ended.stderr).toBe(0)
  return ended
}

/** The command asks every five seconds whether she is through; she is quicker. */
async function askQuickly(response: Response): Promise<Response> {
  if (!response.url.endsWith('/device/auth')) return response
  return Response.json({ ...((await response.json()) as object), interval: 0.2 }, response)
}

/** The same in a process, which trusts what others do not. */
export async function signInByProcess(
  shell: Shell,
  url: string,
  options: readonly string[],
  node: string,
): Promise<void> {
  const child = shell.start(['login', '--server', url, ...options])
  const finished = finish(child)
  const [, code = ''] = CODE.exec(await waitFor(child.stderr, CODE)) ?? []
  await allow(makeVisitor(url, [node]), code, enterPassword)
  const ended = await finished
  expect(ended.code, ended.stderr).toBe(0)
}

const secretOf = (text: string) => /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? ''

/** What the person does in the browser. */
async function allow(who: Visitor, user_code: string, enter: typeof enterPassword): Promise<void> {
  const asked = await who.visit(`/oauth2/device?user_code=${user_code}`)
  const confirm = await who.submit(asked, 'device', { xsrf: secretOf(asked.text), user_code })
  const fields = { xsrf: secretOf(confirm.text), user_code, confirm: 'yes' }
  const consent = await enter(who, await who.submit(confirm, 'device', fields))
  expect((await who.submit(consent, 'allow')).text).toContain('Signed in')
}
