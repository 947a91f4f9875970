import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import type { ProviderCall } from '../../test/support/http/provider.ts'

const MIN_SUCCEEDED = 0.2

/** A request that was answered with 201. */
export type Sent = Readonly<{
  name: string
  subscription: string
  limits: Readonly<Record<string, number>>
  requestId: string
  /** What the same call was answered when it was made once more. */
  repeatedId?: string
}>

/** Everything that is not as promised, as sentences. */
export async function findFaults(db: Db, calls: readonly ProviderCall[], sent: readonly Sent[]) {
  const subRequests = await db.selectFrom('quota_sub_request').selectAll().execute()
  const known = new Set(subRequests.map(({ request_id }) => request_id))
  const bodies = new Map<string, Set<string>>()
  for (const { key, body } of calls) bodies.set(key, (bodies.get(key) ?? new Set()).add(body))
  const wrongLimits = await listWrongLimits(db)
  const states: Record<string, number> = {}
  for (const { state, code } of subRequests) {
    const name = code === null ? state : `${state} ${code}`
    states[name] = (states[name] ?? 0) + 1
  }
  const unsuccessful = new Set(
    subRequests.filter(({ state }) => state !== 'Succeeded').map(({ request_id }) => request_id),
  )
  const succeeded = sent.filter(({ requestId }) => !unsuccessful.has(requestId)).length
  const faults = [
    ...sent
      .filter(({ requestId }) => !known.has(requestId))
      .map(({ name }) => `${name} was answered and is lost`),
    ...(await listDoubled(db, sent)),
    ...subRequests
      .filter(({ ended_at }) => ended_at === null)
      .map(({ id, state }) => `${id} is still ${state}`),
    ...[...bodies]
      .filter(([, spoken]) => spoken.size > 1)
      .map(([key, spoken]) => `${key} was told in ${spoken.size} ways`),
    ...subRequests
      .filter(({ id, state }) => state === 'Succeeded' && !bodies.has(id))
      .map(({ id }) => `${id} succeeded, and the provider was never told`),
    ...subRequests
      .filter(({ id, code }) => code === 'Superseded' && bodies.has(id))
      .map(({ id }) => `${id} was superseded after the provider was told`),
    ...subRequests
      .filter(({ code }) => code !== null && code !== 'Superseded')
      .map(({ id, code, last_error }) => `${id} failed: ${code} ${last_error}`),
    ...wrongLimits.map((text) => `${text} is not what was last granted`),
    ...(await listWrongEffects(db, calls)),
    // Where hardly anything succeeds, little of the above was tried.
    ...(succeeded < MIN_SUCCEEDED * sent.length ? [`only ${succeeded} requests succeeded`] : []),
    ...[...bodies.keys()]
      .filter((key) => !subRequests.some(({ id }) => id === key))
      .map((key) => `the provider was told of ${key}, which nobody asked for`),
  ]
  const figures = {
    requests: sent.length,
    succeeded,
    several: sent.filter(({ limits }) => Object.keys(limits).length > 1).length,
    repeated: sent.filter(({ repeatedId }) => repeatedId !== undefined).length,
    subRequests: subRequests.length,
    states,
    calls: calls.length,
    keys: bodies.size,
  }
  return { faults, figures }
}

/** Whoever calls twice under one name has asked once. */
async function listDoubled(db: Db, sent: readonly Sent[]): Promise<string[]> {
  const rows = await db
    .selectFrom('quota_request')
    .select(['id', 'actor_id', 'client_request_id'])
    .execute()
  const made = Map.groupBy(rows, ({ actor_id, client_request_id }) =>
    JSON.stringify([actor_id, client_request_id]),
  )
  const nameOf = new Map(rows.map(({ id, client_request_id }) => [id, client_request_id]))
  return [
    ...[...made]
      .filter(([, all]) => all.length > 1)
      .map(([name, all]) => `${name} has made ${all.length} requests`),
    ...sent
      // One that was met by what another had asked for is not kept under its own name.
      .filter(({ name, requestId }) => nameOf.get(requestId) === name)
      .filter(({ requestId, repeatedId = requestId }) => repeatedId !== requestId)
      .map(({ name }) => `${name} was answered with another request when repeated`),
  ]
}

/** A provider that applies each key once, at its first call, must end where the limits are. */
async function listWrongEffects(db: Db, calls: readonly ProviderCall[]): Promise<string[]> {
  const effects = new Map<string, number>()
  const applied = new Set<string>()
  for (const { key, body } of calls) {
    if (applied.has(key)) continue
    applied.add(key)
    const { subscriptionId, resource, limit } = JSON.parse(body).data
    effects.set(`${subscriptionId} ${resource.toLowerCase()}`, limit)
  }
  const rows = await db.selectFrom('quota_limit').selectAll().execute()
  const limits = new Map(
    rows.map(({ subscription_id, resource_key, limit }) => [
      `${subscription_id} ${resource_key}`,
      limit,
    ]),
  )
  return [...effects]
    .filter(([name, limit]) => limits.get(name) !== limit)
    .map(([name, limit]) => `${name}: the provider has ${limit}, we have ${limits.get(name)}`)
}

/** Each limit must be that of its last sub-request that succeeded. */
async function listWrongLimits(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select own.subscription_id || ' ' || own.resource_key || ' ' || own."limit" as name
      from quota_limit as own
     where own."limit" is distinct from
           (select sub_request.granted_limit from quota_sub_request as sub_request
             where sub_request.subscription_id = own.subscription_id
                   and sub_request.provider_key = own.provider_key
                   and sub_request.location_key = own.location_key
                   and sub_request.resource_key = own.resource_key and sub_request.state = 'Succeeded'
             order by sub_request.ended_at desc limit 1)`.execute(db)
  return rows.map(({ name }) => name)
}
