import { randomUUIDv7 } from 'node:crypto'
import { makePasswordLink } from '../../src/identity/sign-in/actions.ts'
import { hashPassword } from '../../src/identity/sign-in/passwords.ts'
import { systemRealTime } from '../../src/platform/time.ts'
import { PASSWORD, signer } from '../../test/support/http/signer.ts'
import { makeVisitor, type Visited } from '../../test/support/http/visitor.ts'
import { insertInvitation } from '../../test/support/rights/world.ts'
import { insertSubscription } from '../../test/support/server/health-calls.ts'
import { insertGroup, putIntoGroup } from '../../test/support/world/groups.ts'
import { insertToken } from '../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../test/support/world/world.ts'
import { type Installation, ORIGIN } from './installation.ts'

const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const TERMINAL = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}

export type World = Awaited<ReturnType<typeof buildWorld>>

/** Somebody who is about to be put out, with one of everything, and the people around them. */
export async function buildWorld(it: Installation) {
  const { db, call } = it
  const people = await Promise.all(Array.from({ length: 6 }, () => insertPerson(db)))
  const [eve, ada, bob, second, third, fourth] = people as [Person, Person, Person, ...Person[]]
  if (!second || !third || !fourth) throw new Error('somebody is missing')
  const org = await insertOrganization(db, {
    [eve.id]: 'admin',
    [ada.id]: 'admin',
    [bob.id]: 'member',
  })
  const destination = await insertOrganization(db, { [ada.id]: 'admin' })
  const elsewhere = await insertOrganization(db, { [ada.id]: 'admin' })
  const app = await insertApp(db, org, { [eve.id]: 'manager', [bob.id]: 'developer' })
  const other = await insertApp(db, org)
  const orgPath = `/v0.1/orgs/${org.name}`
  const create = async (path: string, access: 'all' | 'viewer') => {
    const input = { description: 'a job', scope: [access] }
    return (await call({ token: eve.token }, 'POST', `${path}/api_tokens`, input)).body.api_token
  }
  const tokens = {
    full: eve.token,
    readOnly: (await create('/v0.1', 'viewer')) as string,
    app: (await create(app.path, 'all')) as string,
    org: (await create(orgPath, 'all')) as string,
  }
  const invite = async (path: string, { email, token }: Person) => {
    await call({ token: eve.token }, 'POST', `${path}/invitations`, { user_email: email })
    const [invitation] = (await call({ token }, 'GET', '/v0.1/user/invitations')).body
    return invitation.token as string
  }
  const invitations = {
    app: await invite(app.path, second),
    org: await invite(orgPath, third),
    received: await insertReceived(it, eve, ada, { ownerId: other.ownerId, appId: other.id }),
    receivedOrg: await insertReceived(it, eve, ada, { ownerId: elsewhere.id }),
  }
  const signedIn = await signInEverywhere(it, eve)
  const subscriptions = await addSubscriptions(it, eve, org.id, destination.id)
  return {
    subscriptions,
    ...{ eve, ada, bob, second, third, fourth, org, orgPath, app, destination, tokens },
    ...{ invitations, signedIn, shown: await callOperatorApiOnce(it, eve, signedIn.bearer) },
    /** What a client exchanges a code with, once there is one. */
    code: {} as Record<string, string>,
    /** Where the app is; a transfer changes it. */
    appPath: app.path,
  }
}

/** One is opened by the organization, one by a group of the trusted issuer. */
async function addSubscriptions(
  { db, callAsOperator }: Installation,
  { id }: Person,
  organizationId: string,
  ownerId: string,
) {
  const subscriptions = { ofOrganization: randomUUIDv7(), ofGroup: randomUUIDv7() }
  const groupId = await insertGroup(db, 'https://login.example.com', randomUUIDv7())
  await putIntoGroup(db, groupId, id)
  const roles = [
    [subscriptions.ofOrganization, organizationId],
    [subscriptions.ofGroup, groupId],
  ] as const
  for (const [subscription, principal] of roles) {
    await insertSubscription(db, subscription, {}, ownerId)
    const path = `/subscriptions/${subscription}/roles/${principal}`
    await callAsOperator('PUT', path, { role: 'reader' })
  }
  return subscriptions
}

/** What somebody was shown as an operator: the secret of a service account, a link for somebody new. */
async function callOperatorApiOnce(
  { db, call, nodes }: Installation,
  { id }: Person,
  bearer: string,
) {
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  const callAsOperator = (method: string, path: string, body: object) =>
    call({ bearer }, method, `/operator/v1${path}`, body)
  const client = `robot-${randomUUIDv7()}`
  const input = { id: client, display_name: 'Robot', flows: ['client-credentials'] }
  const secret = (await callAsOperator('POST', '/clients', input)).body.client_secret as string
  await callAsOperator('PATCH', `/clients/${client}`, { is_operator: true })
  const someone = { name: `n${randomUUIDv7()}`, email: newEmail() }
  const link = (await callAsOperator('POST', '/accounts', someone)).body.password_link as string
  const service = await signer(ORIGIN, nodes).service(client, secret)
  return { client, secret, service, link: new URL(link).pathname }
}

/** For as long as the proof may take. */
async function insertReceived(
  { db }: Installation,
  { email }: Person,
  sender: Person,
  to: { ownerId: string; appId?: string },
): Promise<string> {
  const token = await insertInvitation(db, { ...to, invitedBy: sender.id, email })
  await db
    .updateTable('invitation')
    .set({ expires_at: new Date(Date.now() + 3_600_000) })
    .where('owner_id', '=', to.ownerId)
    .where('email_key', '=', email.toLowerCase())
    .execute()
  return token
}

/** Made once: hashing it anew for everybody would be most of the work. */
let hashed: ReturnType<typeof hashPassword> | undefined

async function signInEverywhere(it: Installation, eve: Person) {
  hashed ??= hashPassword(PASSWORD)
  const password = { account_id: eve.id, ...(await hashed), updated_at: new Date() }
  await it.db.insertInto('account_password').values(password).execute()
  const sign = signer(ORIGIN, it.nodes)
  const first = await sign.begin(eve.name, PORTAL)
  const another = await sign.begin(eve.name, PORTAL)
  const terminal = await sign.begin(eve.name, TERMINAL)
  return {
    session: first.who,
    bearer: (await first.exchange()).body.access_token ?? '',
    implicit: await askImplicitly(first.who),
    vouched: await it.vouchFor(eve.id),
    otherBearer: (await another.exchange()).body.access_token ?? '',
    refreshToken: (await terminal.exchange()).body.refresh_token ?? '',
    deviceCode: await allowDevice(it, eve),
    passwordLink: await makeLink(it, eve),
  }
}

/** As a page of another origin does, in a browser that is signed in. */
async function askImplicitly(who: ReturnType<typeof makeVisitor>): Promise<string> {
  const back = { client_id: 'spa', redirect_uri: 'https://client.example/back' }
  const asked = { ...back, response_type: 'token', scope: 'user_impersonation' }
  const page = await who.visit(`/oauth2/auth?${new URLSearchParams(asked)}`)
  const { url } = page.text.includes('/allow"') ? await who.submit(page, 'allow') : page
  return new URLSearchParams(url.hash.slice(1)).get('access_token') ?? ''
}

/** The password stays until it is used. */
async function makeLink(it: Installation, { id }: Person): Promise<string> {
  const actor = { kind: 'process', id: 'proof', at: systemRealTime() } as const
  const { secret } = await it.db.transaction().execute((trx) => makePasswordLink(trx, actor, id))
  return `/oauth2/set-password/${secret}`
}

const xsrfOf = ({ text }: Visited) => /name="xsrf" value="([^"]*)"/.exec(text)?.[1] ?? ''

/** A code that the person has allowed and the command line has not yet fetched. */
async function allowDevice({ nodes }: Installation, { name }: Person): Promise<string> {
  const asked: [string, string][] = [
    ['client_id', 'cli'],
    ['scope', 'openid offline_access account'],
    ['resource', `${ORIGIN}/v0.1`],
  ]
  const init = { method: 'POST', body: new URLSearchParams(asked) }
  const begun = await (await fetch(`${nodes[0]}/oauth2/device/auth`, init)).json()
  const { user_code, device_code } = begun as Record<'user_code' | 'device_code', string>
  const who = makeVisitor(ORIGIN, nodes)
  const page = await who.visit(`/oauth2/device?user_code=${user_code}`)
  const confirm = await who.submit(page, 'device', { xsrf: xsrfOf(page), user_code })
  const fields = { xsrf: xsrfOf(confirm), user_code, confirm: 'yes' }
  const login = await who.submit(confirm, 'device', fields)
  const consent = await who.submit(login, 'sign-in', { login: name, password: PASSWORD })
  await who.submit(consent, 'allow')
  return device_code
}

/** What no request created, and what therefore tells of no way back. */
export const FRESH = 'fresh'

/** A user token that is new, for what only a signed-in person could answer. */
export async function freshToken({ db }: Installation, { id }: Person): Promise<string> {
  return (await insertToken(db, { homeId: id, description: FRESH })).value
}

export const newEmail = () => `${randomUUIDv7()}@example.com`
