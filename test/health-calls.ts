import type { Db } from '../src/platform/db/connect.ts'
import type { Seal } from '../src/platform/seal.ts'
import { type Answer, caller } from './http.ts'
import { forgeBearer } from './signed-in.ts'
import { insertOrganization, insertPerson } from './world.ts'

export const ORIGIN = 'http://binnacle.example'
export const VERSION = '2025-05-01'
const MONTH_S = 30 * 24 * 3600

export type Role = 'owner' | 'contributor' | 'reader'
export type Reader = Readonly<{ id: string; bearer: string }>
export type Footprint = readonly (readonly [service: string, region: string])[]

export type Installation = Readonly<{
  url: () => string
  db: () => Db
  seal: Seal
  vendor: string
  /** Where callers find it. */
  origin: string
  /** Base address of area B, and whom its tokens are for. */
  managementUrl: string
}>

/** One that callers find at `ORIGIN`, with the names everybody knows. */
export const atOrigin = (started: Pick<Installation, 'url' | 'db' | 'seal'>): Installation => ({
  ...started,
  vendor: 'Microsoft',
  origin: ORIGIN,
  managementUrl: ORIGIN,
})

/** Area B as its operators and readers use it, over HTTP. Only who there is goes straight into the database. */
export function openHealth(installation: Installation) {
  const operators = operatorCalls(installation)
  return {
    ...operators,
    ...readerCalls(installation),
    async addSubscription(
      id: string,
      roles: Readonly<Record<string, Role>>,
      footprint: Footprint = [],
      tenant?: string,
    ): Promise<{ id: string; tenantId: string }> {
      const tenantId = await insertSubscription(installation.db(), id, roles, tenant)
      if (footprint.length > 0) {
        const value = footprint.map(([service, region]) => ({ service, region }))
        await operators.operate('PUT', `/subscriptions/${id}/footprint`, { value })
      }
      return { id, tenantId }
    },
  }
}
export type Health = ReturnType<typeof openHealth>

/** Of an organization of its own, unless one is named. */
async function insertSubscription(
  db: Db,
  id: string,
  roles: Readonly<Record<string, Role>>,
  tenant?: string,
): Promise<string> {
  const organization_id = tenant ?? (await insertOrganization(db)).id
  const now = new Date()
  const subscription_id = id.toLowerCase()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('subscription')
    .values({ id: subscription_id, organization_id, display_name: id, ...times })
    .execute()
  for (const [principal_id, role] of Object.entries(roles)) {
    const member = { subscription_id, principal_id, role, created_at: now }
    await db.insertInto('subscription_member').values(member).execute()
  }
  return organization_id
}

const sign = ({ db, seal, origin }: Installation, claims: object) =>
  forgeBearer(db(), seal, origin, {
    client_id: 'explorer',
    exp: Math.floor(Date.now() / 1000) + MONTH_S,
    ...claims,
  })

const callerOf = ({ url }: Installation) =>
  caller({
    get url() {
      return url()
    },
  })

function operatorCalls(installation: Installation) {
  const call = callerOf(installation)
  const { db } = installation
  let bearer = ''

  const operate = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    call(undefined, method, `/operator/v1${path}`, body, {
      Authorization: `Bearer ${bearer}`,
      ...headers,
    })

  return {
    operate,

    /** Lets `operate` speak for whoever has this bearer. */
    operateAs(operator: string): void {
      bearer = operator
    },

    /** A body as it is, which `JSON.stringify` might not write. */
    async sendAsOperator(
      method: string,
      path: string,
      body: string,
    ): Promise<Pick<Answer, 'status' | 'body'>> {
      const response = await fetch(`${installation.url()}/operator/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
        body,
      })
      return { status: response.status, body: await response.json() }
    },

    /** Answers the bearer that `operate` uses from then on. */
    async addOperator(): Promise<string> {
      const { id } = await insertPerson(db(), 'operator')
      await db().updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
      const account = { aud: `${installation.origin}/v0.1`, scope: 'account', client_id: 'portal' }
      bearer = await sign(installation, { sub: id, ...account })
      return bearer
    },

    /** Publishes an event and answers its tracking id. */
    async publish(wish: object = {}): Promise<string> {
      const known = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
      const event = { ...known, allowUnknownNames: true, ...wish }
      const { status, body } = await operate('POST', '/events', event)
      if (status !== 201) throw new Error(`not published: ${status} ${JSON.stringify(body)}`)
      return body.trackingId
    },

    async revise(trackingId: string, way: string, body: object = {}): Promise<void> {
      const method = way === 'audience' ? 'PUT' : 'POST'
      const answer = await operate(method, `/events/${trackingId}/${way}`, body)
      if (answer.status > 204) {
        throw new Error(`not revised: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    },
  }
}

function readerCalls(installation: Installation) {
  const call = callerOf(installation)
  const path = (subscription: string, rest = '') =>
    `/subscriptions/${subscription}/providers/${installation.vendor}.ResourceHealth/events${rest}`

  /** A request whose target is as it is. */
  const askRaw = (reader: Reader | undefined, target: string, method = 'GET', headers = {}) =>
    call(undefined, method, target, undefined, {
      ...(reader && { Authorization: `Bearer ${reader.bearer}` }),
      ...headers,
    })
  /** With the api-version, unless the query says otherwise. */
  const ask = (reader: Reader | undefined, target: string, query: object = {}, method = 'GET') => {
    const asked = new URLSearchParams({ 'api-version': VERSION, ...query })
    return askRaw(reader, `${target}?${asked}`, method)
  }
  const list = (reader: Reader, subscription: string, query: object = {}) =>
    ask(reader, path(subscription), query)

  return {
    path,
    ask,
    askRaw,
    list,

    async addReader(name?: string): Promise<Reader> {
      const { id } = await insertPerson(installation.db(), name)
      return { id, bearer: await sign(installation, { sub: id, aud: installation.managementUrl }) }
    },

    /** Page after page; `between` runs before each further one. */
    async walk(
      reader: Reader,
      subscription: string,
      query: object = {},
      between: () => Promise<void> = async () => undefined,
    ): Promise<Answer[]> {
      const pages = [await list(reader, subscription, query)]
      for (let next = pages[0]?.body.nextLink; next !== undefined; ) {
        await between()
        const page = await askRaw(reader, next.replace(installation.managementUrl, ''))
        pages.push(page)
        next = page.body.nextLink
      }
      return pages
    },

    get: (reader: Reader, subscription: string, trackingId: string, query: object = {}) =>
      ask(reader, path(subscription, `/${trackingId}`), query),

    fetchDetails: (reader: Reader, subscription: string, trackingId: string, query: object = {}) =>
      ask(reader, path(subscription, `/${trackingId}/fetchEventDetails`), query, 'POST'),
  }
}

export const namesOf = (...pages: readonly Answer[]): string[] =>
  pages.flatMap(({ body }) => body.value.map(({ name }: { name: string }) => name))
