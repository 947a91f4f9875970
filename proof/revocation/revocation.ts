import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { withInstallation } from '../installation.ts'
import { type Credential, KINDS, makeCredentials } from './credentials.ts'

const PROCESSES = 4
const CONNECTIONS_PER_PROCESS = 16
const TRIES_PER_PROCESS = 7
/** A busy machine is given time: what is shown here is not how fast a node answers. */
const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  RATE_LIMITS: 'false',
  RUN_JOBS: 'false',
  ...LONG_WAITS,
}

type Tally = {
  sentAfter: number
  acceptedAfter: number
  acceptedBefore: number
  refusedBefore: number
}

/**
 * Four processes on one database, under load from 64 connections. Credentials of each kind are
 * revoked through the API, one after the other; whatever is sent after the revocation was answered
 * must be refused, by each process.
 */
export async function proveRevocation(revocations: number): Promise<boolean> {
  return withInstallation(async ({ db, seal, env }) => {
    const servers = await Promise.all(
      Array.from({ length: PROCESSES }, () => serve({ ...env, ...SETTINGS })),
    )
    try {
      const urls = servers.map(({ addresses }) => addresses[0] ?? '')
      const credentials = await makeCredentials({ db, seal, url: urls[0] ?? '' }, revocations)
      return report(credentials, await revokeUnderLoad(urls, credentials))
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })
}

async function revokeUnderLoad(
  urls: readonly string[],
  credentials: readonly Credential[],
): Promise<Tally> {
  const tally: Tally = { sentAfter: 0, acceptedAfter: 0, acceptedBefore: 0, refusedBefore: 0 }
  const queues: Credential[][] = urls.map(() => [])
  let isDone = false
  const workers = urls.flatMap((url, process) =>
    Array.from({ length: CONNECTIONS_PER_PROCESS }, async () => {
      const ask = openConnection(url)
      while (!isDone || queues[process]?.length) {
        await tryOne(ask, queues[process]?.shift() ?? pickAny(credentials), process, tally)
      }
      ask.close()
    }),
  )
  for (const credential of credentials) {
    credential.isDoomed = true
    const { status, text } = await credential.revoke()
    if (status >= 300) throw new Error(`${credential.kind} was not revoked: ${status} ${text}`)
    credential.isRevoked = true
    for (const queue of queues) queue.push(...Array(TRIES_PER_PROCESS).fill(credential))
    // Close on the heels of each answer: the tries of one are mostly over before the next goes.
    while (queues.some((queue) => queue.length > 2 * TRIES_PER_PROCESS)) await turn()
  }
  isDone = true
  await Promise.all(workers)
  return tally
}

async function tryOne(
  ask: Ask,
  credential: Credential,
  process: number,
  tally: Tally,
): Promise<void> {
  // Read before the first byte is sent: what is revoked by now must not pass.
  const { isRevoked } = credential
  const status = await ask(credential)
  if (status !== 200 && status !== 401) {
    throw new Error(`${credential.kind}: unexpected status ${status}`)
  }
  if (isRevoked) {
    tally.sentAfter++
    credential.tries[process] = (credential.tries[process] ?? 0) + 1
    if (status === 200) tally.acceptedAfter++
  } else if (status === 200) tally.acceptedBefore++
  else if (!credential.isDoomed) tally.refusedBefore++
}

type Ask = ((credential: Credential) => Promise<number>) & { close: () => void }

/** One connection of its own, kept open. */
function openConnection(url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async ({ path, headers: own }: Credential) => {
    const headers = { ...own, 'x-ms-client-request-id': randomUUIDv7() }
    const sent = request(`${url}${path}`, { agent, headers }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response.statusCode ?? 0
  }
  return Object.assign(ask, { close: () => agent.destroy() })
}

const pickAny = (credentials: readonly Credential[]): Credential =>
  credentials[Math.floor(Math.random() * credentials.length)] as Credential

const turn = () => new Promise((resolve) => setImmediate(resolve))

function report(credentials: readonly Credential[], tally: Tally): boolean {
  const fewestTries = Math.min(
    ...credentials.flatMap(({ tries }) =>
      Array.from({ length: PROCESSES }, (_none, process) => tries[process] ?? 0),
    ),
  )
  const kinds = new Set(credentials.map(({ kind }) => kind))
  console.log(`revocations: ${credentials.length} of ${kinds.size} kinds, ${PROCESSES} processes`)
  console.log(`requests sent after their revocation was answered: ${tally.sentAfter}`)
  console.log(`accepted among them: ${tally.acceptedAfter}`)
  console.log(`fewest tries of one revoked credential on one process: ${fewestTries}`)
  console.log(`accepted while not revoked: ${tally.acceptedBefore}`)
  console.log(`refused while not revoked: ${tally.refusedBefore}`)
  return (
    tally.acceptedAfter === 0 &&
    tally.refusedBefore === 0 &&
    // Were nothing ever accepted, refusing everything would pass too.
    tally.acceptedBefore > credentials.length &&
    fewestTries >= 5 &&
    kinds.size === KINDS.length
  )
}
