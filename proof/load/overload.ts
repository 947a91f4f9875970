import { setTimeout as delay } from 'node:timers/promises'
import type { Seal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Serving, serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN, openHealth } from '../../test/support/server/health-calls.ts'
import { insertAccountWithToken } from '../../test/support/world/samples.ts'
import type { Instance } from '../database/instance.ts'
import { withOwnInstance } from '../database/own-instance.ts'
import type { Reply } from './connection.ts'
import { openRequests } from './open-loop.ts'
import { watchProbes } from './probes.ts'

const SETTINGS = { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false' }
const CALLERS = 50
const EVENTS = 40
const WARM_MS = 3000
/** What is answered while the queues fill says nothing about a server that stays overloaded. */
const FILL_MS = 3000
const IN_TURN = 64
const OVERLOAD = 3
/** What a machine that also makes the requests may fall short to; with less, nothing is proven. */
const MIN_OVERLOAD = 2
const MIN_ACCEPTED = 0.5
const MAX_REFUSAL_MS = 100
const STOPPED_PER_SECOND = 900
/** Each waits for a connection to the database first. */
const MAX_UNAVAILABLE_MS = 2500
const MAX_RECOVERY_MS = 2000
const MAX_PROBE_MS = 2000

type Requests = Readonly<{ tokenChecks: readonly string[]; events: readonly string[] }>

/** More than it can answer, and a database that stopped: it answers what it can in time, and refuses the rest. */
export function proveOverload(ms: number): Promise<boolean> {
  return withOwnInstance(async ({ db, seal, env }, instance) => {
    const server = await serve({ ...env, ...SETTINGS })
    try {
      return await prove(server, await prepare(db, seal, server), instance, ms)
    } finally {
      await server.stop('SIGKILL')
    }
  })
}

async function prove(
  server: Serving,
  requests: Requests,
  instance: Instance,
  ms: number,
): Promise<boolean> {
  const [url = ''] = server.addresses
  const faults: string[] = []
  faults.push(...(await overload(url, 'GET events', requests.events, ms)))
  faults.push(...(await stopDatabase(server, requests.tokenChecks, instance, ms)))
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

async function overload(
  url: string,
  name: string,
  texts: readonly string[],
  ms: number,
): Promise<string[]> {
  const requests = openRequests(url)
  try {
    await requests.sendInTurn(texts, IN_TURN, WARM_MS)
    const atCapacity = await requests.sendInTurn(texts, IN_TURN, ms)
    const perSecond = OVERLOAD * Math.round((atCapacity.length / ms) * 1000)
    await requests.sendAtRate(texts, perSecond, FILL_MS)
    const { replies, unsent } = await requests.sendAtRate(texts, perSecond, ms)
    return judge(name, atCapacity, replies, unsent, ms)
  } finally {
    requests.close()
  }
}

function judge(
  name: string,
  atCapacity: readonly Reply[],
  replies: readonly Reply[],
  unsent: number,
  ms: number,
): string[] {
  const accepted = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ isPolite }) => isPolite)
  const wrong = replies.filter(({ status, isPolite }) => status !== 200 && !isPolite)
  const p99AtCapacity = findP99(atCapacity)
  const p99 = findP99(accepted)
  const refusedP99 = findP99(refused)
  const perSecond = (count: number) => `${Math.round((count / ms) * 1000)}/s`
  console.log(
    `${name}: capacity ${perSecond(atCapacity.length)} with p99 ${p99AtCapacity} ms; sent ${perSecond(replies.length)}, accepted ${perSecond(accepted.length)} with p99 ${p99} ms, refused ${perSecond(refused.length)} with p99 ${refusedP99} ms; not sent, because all connections waited: ${perSecond(unsent)}`,
  )
  const faults: readonly [boolean, string][] = [
    [refusedP99 > MAX_REFUSAL_MS, `refusals took ${refusedP99} ms`],
    [wrong.length > 0, `${wrong.length} answers other than 200 and 503: ${wrong[0]?.status}`],
    // Were everything refused, nothing would be slow.
    [accepted.length < MIN_ACCEPTED * atCapacity.length, `only ${accepted.length} accepted`],
    [
      replies.length < MIN_OVERLOAD * atCapacity.length,
      `not proven: this machine cannot send ${MIN_OVERLOAD} times the capacity and have it refused`,
    ],
    // Were nothing refused, it was no overload.
    [refused.length < 10, 'nobody was refused'],
  ]
  return faults.filter(([isFault]) => isFault).map(([, text]) => `${name}: ${text}`)
}

async function stopDatabase(
  server: Serving,
  texts: readonly string[],
  instance: Instance,
  ms: number,
): Promise<string[]> {
  const [url = ''] = server.addresses
  const requests = openRequests(url)
  const probes = watchProbes([`${url}/livez`, `${url}/readyz`, server.metricsUrl])
  try {
    instance.signalAll('SIGSTOP')
    const { replies, unsent } = await requests.sendAtRate(texts, STOPPED_PER_SECOND, ms)
    instance.signalAll('SIGCONT')
    const recoveryMs = await awaitSuccess(requests, texts)
    const late = replies.filter(({ ms: waited }) => waited > MAX_UNAVAILABLE_MS)
    const rude = replies.filter(({ isPolite }) => !isPolite)
    const slowestProbe = await probes.stop()
    console.log(
      `stopped database: ${replies.length} requests (${unsent} more found no connection), ${rude.length} not 503, slowest ${Math.round(Math.max(...replies.map(({ ms: waited }) => waited)))} ms, success ${recoveryMs} ms after its end, slowest probe ${slowestProbe} ms`,
    )
    return [
      ...(late.length > 0 ? [`stopped database: ${late.length} answers took too long`] : []),
      ...(rude.length > 0
        ? [`stopped database: ${rude.length} answers are not 503: ${rude[0]?.status}`]
        : []),
      ...(unsent > 0 ? [`stopped database: ${unsent} requests found no connection`] : []),
      ...(recoveryMs > MAX_RECOVERY_MS ? [`stopped database: recovery took ${recoveryMs} ms`] : []),
      ...(slowestProbe > MAX_PROBE_MS ? [`a probe took ${slowestProbe} ms`] : []),
    ]
  } finally {
    requests.close()
  }
}

async function awaitSuccess(
  { send }: ReturnType<typeof openRequests>,
  texts: readonly string[],
): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < 10 * MAX_RECOVERY_MS) {
    if ((await send(texts[0] ?? '')).status === 200) break
    await delay(20)
  }
  return Math.round(performance.now() - startedAt)
}

async function prepare(db: Db, seal: Seal, server: Serving): Promise<Requests> {
  const [url = ''] = server.addresses
  const tokens = await Promise.all(
    Array.from({ length: CALLERS }, () => insertAccountWithToken(db)),
  )
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal }))
  await health.addOperator()
  for (let n = 0; n < EVENTS; n++) await health.publish()
  const reader = await health.addReader()
  await health.addSubscription('sub-overload', { [reader.id]: 'reader' })
  const events = `${health.path('sub-overload')}?api-version=2025-05-01`
  const { host } = new URL(url)
  const toText = (path: string, credential: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${credential}\r\n\r\n`
  return {
    tokenChecks: tokens.map(({ token }) => toText('/v0.1/user', `X-API-Token: ${token}`)),
    events: [toText(events, `Authorization: Bearer ${reader.bearer}`)],
  }
}

function findP99(replies: readonly Reply[]): number {
  const sorted = replies.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
}
