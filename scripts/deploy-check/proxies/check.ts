import { startBinnacle } from '../../../bin/emulator.ts'
import { type Installation, withInstallation } from '../../../proof/installation.ts'
import { NEW_TOKEN } from '../../../test/support/http/http.ts'
import { LONG_WAITS } from '../../../test/support/processes/limits.ts'
import { insertRows, joinRows } from '../../../test/support/world/samples.ts'
import { insertPerson, makeApp } from '../../../test/support/world/world.ts'
import { CALLER_ADDRESS, type Caller, openCaller, type Sent, sendPlain } from './requests.ts'
import {
  HOST_NAME,
  OPERATOR_ADDRESS,
  type ProxyName,
  type RunningProxy,
  withProxy,
} from './start.ts'
import { checkStops, type Node, openNode } from './stops.ts'

const NAMES: readonly ProxyName[] = ['nginx', 'caddy']
const APPS = 3000
const BYTES_PER_SECOND = 1000
const WATCHED_MS = 3000
const OPERATOR_PATHS = [
  '/operator/v1/audit',
  '/OPERATOR/v1/audit',
  '/%6fperator/v1/audit',
  '//operator/v1/audit',
]

type Person = Awaited<ReturnType<typeof insertPerson>>
/** What one check has: a proxy in front of two nodes, and somebody who calls them. */
type Stage = Readonly<{
  proxy: RunningProxy
  caller: Caller
  nodes: readonly Node[]
  person: Person
  installation: Installation
}>

/** Starts each sample in front of two `serve` processes, and sends requests through it. */
export async function checkProxies(): Promise<string[]> {
  const faults: string[] = []
  await using emulator = await startBinnacle()
  for (const name of NAMES) {
    faults.push(...(await withInstallation((installation) => checkProxy(name, installation))))
    const address = new URL(emulator.httpUrl).host
    faults.push(
      ...(await withProxy(name, [address, address], (proxy) => checkStreaming(proxy, emulator))),
    )
  }
  return faults
}

async function checkProxy(name: ProxyName, installation: Installation): Promise<string[]> {
  const settings = {
    ...installation.env,
    ...LONG_WAITS,
    PUBLIC_URL: `https://${HOST_NAME}`,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'false',
    DRAIN_SECONDS: '2',
  }
  const nodes = [await openNode(settings), await openNode(settings)]
  try {
    const person = await insertPerson(installation.db)
    return await withProxy(
      name,
      nodes.map(({ address }) => address),
      async (proxy) => {
        const caller = openCaller(proxy)
        const stage = { proxy, caller, nodes, person, installation }
        const faults: string[] = []
        for (const [what, check] of Object.entries(CHECKS)) {
          const found = await check(stage)
          console.log(`${name}: ${what}: ${found.length === 0 ? 'as expected' : 'FAILED'}`)
          faults.push(...found.map((fault) => `${name}: ${what}: ${fault}`))
        }
        caller.close()
        return faults
      },
    )
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
  }
}

const CHECKS: Readonly<Record<string, (stage: Stage) => Promise<string[]>>> = {
  TLS: checkTls,
  'client address': checkAddress,
  'slow request': checkSlowRequest,
  'large request': checkLargeRequest,
  'large list': checkLargeList,
  'operator paths': checkOperatorPaths,
  'stopped nodes': ({ caller, nodes, person }) =>
    checkStops(nodes, () => caller.send('/v0.1/user', asPerson(person))),
}

const asPerson = ({ token }: Person, sent: Sent = {}): Sent => ({
  ...sent,
  headers: { 'x-api-token': token, ...sent.headers },
})

/** The certificate is checked by the caller; Binnacle sends HSTS only if it knows that the caller used TLS. */
async function checkTls({ proxy, caller, person }: Stage): Promise<string[]> {
  const { status, headers } = await caller.send('/v0.1/user', asPerson(person))
  const plain = await sendPlain(proxy, '/v0.1/user?a=b')
  const isRedirected = plain.headers.location === `https://${HOST_NAME}/v0.1/user?a=b`
  return [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(headers['strict-transport-security'] ? [] : ['Binnacle does not know that TLS was used']),
    ...(plain.status === 308 && isRedirected ? [] : [`without TLS: status ${plain.status}`]),
  ]
}

const createToken = (person: Person, sent: Sent = {}): Sent =>
  asPerson(person, {
    method: 'POST',
    body: [JSON.stringify(NEW_TOKEN)],
    ...sent,
    headers: { 'content-type': 'application/json', ...sent.headers },
  })

/** The audit trail has the address of the caller, whatever the caller says. */
async function checkAddress({ caller, person, installation }: Stage): Promise<string[]> {
  const claimed = '203.0.113.9'
  const headers = {
    'x-forwarded-for': claimed,
    'x-real-ip': claimed,
    forwarded: `for=${claimed};proto=http`,
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'evil.example',
  }
  const {
    status,
    text,
    headers: received,
  } = await caller.send('/v0.1/api_tokens', createToken(person, { headers }))
  const [row] = await installation.db
    .selectFrom('audit')
    .select('source')
    .where('request_id', '=', String(received['x-ms-request-id']))
    .execute()
  return [
    ...(status === 201 ? [] : [`status ${status}: ${text}`]),
    ...(row?.source === CALLER_ADDRESS ? [] : [`the audit trail has the address ${row?.source}`]),
    ...(received['strict-transport-security']
      ? []
      : ['the protocol that the caller claims counts']),
  ]
}

/** Sent in eight pieces within four seconds. */
async function checkSlowRequest({ caller, person }: Stage): Promise<string[]> {
  const text = JSON.stringify(NEW_TOKEN)
  const size = Math.ceil(text.length / 8)
  const body = Array.from({ length: 8 }, (_, n) => text.slice(n * size, (n + 1) * size))
  const { status } = await caller.send(
    '/v0.1/api_tokens',
    createToken(person, { body, pauseMs: 500 }),
  )
  return status === 201 ? [] : [`status ${status}`]
}

/** Above the proxy's limit it refuses the request; below, Binnacle does. */
async function checkLargeRequest({ caller, person }: Stage): Promise<string[]> {
  const send = (bytes: number) => {
    const body = [Buffer.alloc(bytes, ' ')]
    const headers = { 'content-length': String(bytes) }
    return caller.send('/v0.1/api_tokens', createToken(person, { body, headers }))
  }
  const [below, above] = [await send(1_500_000), await send(3_000_000)]
  const isOurs = below.status === 413 && below.headers['x-ms-request-id'] !== undefined
  const isProxys = above.status === 413 && above.headers['x-ms-request-id'] === undefined
  return [
    ...(isOurs ? [] : [`1.5 MB: status ${below.status}`]),
    ...(isProxys ? [] : [`3 MB: status ${above.status}`]),
  ]
}

/** The same bytes as from the node itself. */
async function checkLargeList({ caller, nodes, person, installation }: Stage): Promise<string[]> {
  const owner = { id: person.id, name: person.name, kind: 'user' as const }
  const apps = Array.from({ length: APPS }, () => makeApp(owner, { [person.id]: 'manager' }).rows)
  await insertRows(installation.db, joinRows(apps))
  const direct = await fetch(`http://${nodes[0]?.address}/v0.1/apps`, {
    headers: { 'x-api-token': person.token },
  })
  const expected = await direct.text()
  const { status, text } = await caller.send('/v0.1/apps', asPerson(person))
  const isComplete = status === 200 && expected.length > 1e6 && text === expected
  return isComplete ? [] : [`status ${status}, ${text.length} of ${expected.length} characters`]
}

/** It names the address of the caller, and what to change. */
function isRefusal(text: string): boolean {
  const { code, message } = JSON.parse(text).error
  return (
    code === 'OutsideOperatorNetworks' &&
    message.startsWith(`The address ${CALLER_ADDRESS} is outside the networks of operators`) &&
    /OPERATOR_NETWORKS|block geo/.test(message)
  )
}

/** Binnacle itself responds with 401; the proxy with 403 before Binnacle sees the request. */
async function checkOperatorPaths({ caller }: Stage): Promise<string[]> {
  const faults: string[] = []
  for (const path of OPERATOR_PATHS) {
    const { status, headers, text } = await caller.send(path)
    const isRefused = status === 403 && !headers['x-ms-request-id']
    if (!isRefused || !isRefusal(text)) faults.push(`${path}: ${status} ${text}`)
  }
  const inside = await caller.send('/operator/v1/audit', { localAddress: OPERATOR_ADDRESS })
  if (inside.status !== 401) faults.push(`from the operators' network: ${inside.status}`)
  const metrics = await caller.send('/metrics')
  if (metrics.text.includes('binnacle_')) faults.push('the metrics are public')
  return faults
}

type Emulator = Awaited<ReturnType<typeof startBinnacle>>

/** The emulator sends 1,000 bytes per second: a proxy that collects 4 KiB would pass on nothing for four seconds. */
async function checkStreaming(proxy: RunningProxy, { faults }: Emulator): Promise<string[]> {
  const caller = openCaller(proxy)
  const path = '/openapi/app-management.json'
  const effect = { kind: 'slow-body', bytesPerSecond: BYTES_PER_SECOND } as const
  await faults.add({ match: { path }, effect })
  const { status, firstByteMs, bytes } = await caller.watchBody(path, {}, WATCHED_MS)
  await faults.clear()
  caller.close()
  const figures = `first bytes after ${Math.round(firstByteMs)} ms, ${bytes} within ${WATCHED_MS} ms`
  console.log(`${proxy.name}: streaming: ${figures}`)
  const isStreamed = status === 200 && firstByteMs < WATCHED_MS / 2 && bytes < 2 * WATCHED_MS
  return isStreamed ? [] : [`${proxy.name}: streaming: status ${status}, ${figures}`]
}
