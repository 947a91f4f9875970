import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../database/use-database.ts'
import { caller } from '../http/http.ts'
import { makeVisitor, type Visited } from '../http/visitor.ts'
import { useSmtp } from '../mail/use-smtp.ts'
import { insertApp, insertOrganization, insertPerson } from '../world/world.ts'
import { PORTAL } from './federation.ts'
import { ORIGIN } from './health-calls.ts'
import { useServer } from './server.ts'

export const PASSWORD = 'correct horse battery'

/** A server that mails and lets people sign in, an app of an organization, and its admin. */
export async function useInvitations(env: Record<string, string> = {}) {
  const smtp = await useSmtp()
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const server = useServer({
    ...{ databaseUrl: database.url, seal, realTime: now, productTime: now, runsJobs: true },
    env: { ...smtp.env, PUBLIC_URL: ORIGIN, ...env },
  })
  const call = caller(server)
  const world = {} as Awaited<ReturnType<typeof insertWorld>>
  async function insertWorld() {
    const admin = await insertPerson(database.db)
    const org = await insertOrganization(database.db, { [admin.id]: 'admin' })
    return { admin, org, app: await insertApp(database.db, org), email: newEmail() }
  }
  beforeEach(async () => {
    clock.aheadMs = 0
    Object.assign(world, await insertWorld())
  })
  const newBrowser = () => makeVisitor(ORIGIN, [server.url])

  return {
    ...{ smtp, database, server, seal, clock, call, world, newBrowser },
    invite: (user_email = world.email, path = world.app.path) =>
      call(world.admin.token, 'POST', `${path}/invitations`, { user_email }),
    /** The link of the latest mail. */
    async readMailedLink(email = world.email, count = 1): Promise<string> {
      const mails = await smtp.waitFor(count, email)
      return linkIn(mails.at(-1)?.text)
    },
    async copyLink(email = world.email, path = world.app.path): Promise<string> {
      const { body } = await call(
        world.admin.token,
        'POST',
        `${path}/invitations/${email}/link`,
        {},
      )
      return body.url
    },
    /** Signs in for the portal, as it does as soon as it is opened. */
    openPortal: (who: ReturnType<typeof newBrowser>, more: Record<string, string> = {}) =>
      who.visit(`/oauth2/auth?${new URLSearchParams({ ...PORTAL, ...more })}`),
    listMembers: async () =>
      (await call(world.admin.token, 'GET', `${world.app.path}/users`)).body as readonly Record<
        string,
        unknown
      >[],
    listAudit: (action: string) =>
      database.db
        .selectFrom('audit')
        .select(['actor_id', 'target', 'before', 'after', 'scope_id'])
        .where('action', '=', action)
        .orderBy('id', 'desc')
        .execute(),
  }
}

export const newEmail = () => `${randomUUID()}@elsewhere.example`
export const newName = () => `p-${randomUUID()}`

export const linkIn = (text = ''): string =>
  /https?:\/\/\S+\/oauth2\/invitation\/\S+/.exec(text)?.[0] ?? ''

/** Fills the form in which an account is created. */
export const createAccount = (
  who: ReturnType<typeof makeVisitor>,
  page: Visited,
  name: string,
  password = PASSWORD,
) => who.submit(page, 'oauth2/invitation', { name, password, again: password })

/** A person with a password: created by an invitation to something else. */
export async function insertWithPassword(stage: Awaited<ReturnType<typeof useInvitations>>) {
  const { database, call, newBrowser, readMailedLink } = stage
  const elsewhere = await insertPerson(database.db)
  const path = '/v0.1/orgs'
  const { body: org } = await call(elsewhere.token, 'POST', path, { name: newName() })
  const name = newName()
  const email = `${name}@elsewhere.example`
  const invitations = `${path}/${org.name}/invitations`
  await call(elsewhere.token, 'POST', invitations, { user_email: email })
  const who = newBrowser()
  await createAccount(who, await who.visit(await readMailedLink(email)), name)
  return { name, email, who }
}
