import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Answer } from '../../areas/app-management/invitations/own/actions.ts'
import type { Purpose } from '../../identity/bearer/issuer.ts'
import { addMs, systemProductTime } from '../../platform/time.ts'
import * as sample from './sample.ts'

/** What whoever starts the emulator has to be told; most of it cannot be asked for again. */
export type World = Readonly<{
  people: readonly Readonly<{ name: string; password: string; does: string }>[]
  /** The organization that owns the subscriptions; any id, when there is none. */
  tenantId: string
  subscriptions: readonly Readonly<{ id: string; name: string }>[]
  clientId: string
  clientSecret: string
  userToken: string
  operatorId: string
}>

/** The server as its callers see it, and bearers that let the world be made without a browser. */
export type DevServer = Readonly<{
  url: string
  origin: string
  vendor: string
  makeBearer: (accountId: string, part: Purpose) => Promise<string>
}>

export type FirstOperator = Readonly<{ id: string; token: string; linkSecret: string }>

export const [OPERATOR] = sample.PEOPLE
/** Where there is no sample world, nobody is anything in it. */
const EMPTY_DOES = 'operator'
const CLIENT_ID = 'automation'
const HOUR_MS = 3_600_000

/** An operator who can sign in, a program with a secret and, unless it is to be empty, a small platform. */
export async function makeWorld(
  server: DevServer,
  operator: FirstOperator,
  { empty }: { empty: boolean },
): Promise<World> {
  const password = await setPassword(server, operator.linkSecret)
  const send = sender(server.url, await server.makeBearer(operator.id, 'account'))
  const { client, client_secret } = await send<WithSecret>('POST', '/operator/v1/clients', {
    id: CLIENT_ID,
    display_name: 'Automation',
    flows: ['client-credentials'],
  })
  const { name, does } = OPERATOR
  const principals = [operator.id, client.principal_id]
  const platform = empty ? nothing() : await makePlatform(server, send, principals)
  return {
    people: [{ name, does: empty ? EMPTY_DOES : does, password }, ...platform.people],
    tenantId: platform.tenantId,
    subscriptions: platform.subscriptions,
    clientId: CLIENT_ID,
    clientSecret: client_secret,
    userToken: operator.token,
    operatorId: operator.id,
  }
}

type WithSecret = Readonly<{ client: { principal_id: string }; client_secret: string }>
type WithLink = Readonly<{ account: { id: string }; password_link: string }>
type Named = Readonly<{ id: string; name: string }>

type Platform = Pick<World, 'people' | 'tenantId' | 'subscriptions'>
const nothing = (): Platform => ({ people: [], tenantId: randomUUIDv7(), subscriptions: [] })

async function makePlatform(
  server: DevServer,
  send: Send,
  owners: readonly string[],
): Promise<Platform> {
  const organization = await send<Named>('POST', '/v0.1/orgs', sample.ORGANIZATION)
  for (const app of sample.APPS) await send('POST', `/v0.1/orgs/${organization.name}/apps`, app)
  await send('POST', '/v0.1/apps', sample.OWN_APP)
  const people = await addPeople(server, send)
  const subscriptions: Named[] = []
  for (const name of sample.SUBSCRIPTIONS) {
    const input = { organization_id: organization.id, display_name: name }
    const { id } = await send<Named>('POST', '/operator/v1/subscriptions', input)
    for (const owner of owners) {
      await send('PUT', `/operator/v1/subscriptions/${id}/roles/${owner}`, { role: 'owner' })
    }
    const footprint = { value: sample.FOOTPRINT }
    await send('PUT', `/operator/v1/subscriptions/${id}/footprint`, footprint)
    subscriptions.push({ id, name })
  }
  await publishEvents(send)
  const [[subscription], [owner]] = [subscriptions, owners]
  if (subscription && owner) await useQuota(server, send, subscription.id, owner)
  return { people, tenantId: organization.id, subscriptions }
}

/** Each is invited to apps of the organization, and accepts. */
async function addPeople(server: DevServer, send: Send): Promise<World['people']> {
  const [, ...others] = sample.PEOPLE
  const people: World['people'][number][] = []
  for (const { name, displayName, does } of others) {
    const email = `${name}@example.com`
    const input = { name, email, display_name: displayName }
    const made = await send<WithLink>('POST', '/operator/v1/accounts', input)
    const secret = made.password_link.replace(/^.*\//s, '')
    people.push({ name, does, password: await setPassword(server, secret) })
    const { role, apps } = sample.APP_ROLES[name]
    for (const app of apps) {
      const invitations = `/v0.1/apps/${sample.ORGANIZATION.name}/${app.name}/invitations`
      await send('POST', invitations, { user_email: email })
      await send('PATCH', `${invitations}/${email}`, { permissions: [role] })
    }
    await acceptAll(sender(server.url, await server.makeBearer(made.account.id, 'account')))
  }
  return people
}

type Invitation = Readonly<{ token: string; type: Answer['to'] }>

async function acceptAll(send: Send): Promise<void> {
  for (const { token, type } of await send<Invitation[]>('GET', '/v0.1/user/invitations')) {
    await send('POST', `/v0.1/user/invitations/${type}s/${token}/accept`, {})
  }
}

async function publishEvents(send: Send): Promise<void> {
  for (const { hoursAgo, event, later } of sample.EVENTS) {
    const impactStartTime = addMs(systemProductTime(), -hoursAgo * HOUR_MS).toISOString()
    const properties = { ...event.properties, impactStartTime }
    const input = { ...event, properties }
    const { trackingId } = await send<{ trackingId: string }>('POST', '/operator/v1/events', input)
    if (!later) continue
    await send('POST', `/operator/v1/events/${trackingId}/${later.way}`, { summary: later.summary })
  }
}

/** What is used, one request that the rules grant and one that waits for a person. */
async function useQuota(
  { url, vendor, makeBearer }: DevServer,
  send: Send,
  subscription: string,
  owner: string,
): Promise<void> {
  const scope = { provider: `${vendor}.Compute`, location: 'East US' }
  const value = sample.USAGE.map((used) => ({ ...scope, ...used }))
  await send('PATCH', `/operator/v1/subscriptions/${subscription}/quota`, { value })
  const ask = sender(url, await makeBearer(owner, 'management'))
  const limits = `/subscriptions/${subscription}/providers/${vendor}.Capacity/resourceProviders/${vendor}.Compute/locations/eastus/serviceLimits`
  for (const { name, limit } of sample.QUOTA_REQUESTS) {
    await ask('PUT', `${limits}/${name}?api-version=2020-10-25`, { properties: { limit } })
  }
}

/** Through the page behind the link, as a person would. */
async function setPassword({ url, origin }: DevServer, linkSecret: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const response = await fetch(`${url}/oauth2/set-password/${linkSecret}`, {
    method: 'POST',
    body: new URLSearchParams({ password, again: password }),
    headers: { origin },
  })
  if (!response.ok) throw new Error(`a password was refused with ${response.status}`)
  return password
}

type Send = <T>(method: string, path: string, body?: object) => Promise<T>

const sender =
  (url: string, bearer: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
