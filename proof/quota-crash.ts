import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../src/platform/db/connect.ts'
import { openProvider, type Provider, type ProviderCall } from '../test/support/http/provider.ts'
import type { Reader } from '../test/support/http/service-health.ts'
import { testLimits } from '../test/support/processes/limits.ts'
import { type Serving, serve, work } from '../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../test/support/server/health-calls.ts'
import { openQuota, type Quota } from '../test/support/server/quota.ts'
import { type Choose, chooser } from '../test/support/world/random.ts'
import type { Instance } from './database/instance.ts'
import { withOwnInstance } from './database/own-instance.ts'
import { findFaults, type Sent } from './quota-crash/faults.ts'

const SUBSCRIPTIONS = 10
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']
const MAX_WAIT_MS = 240_000
const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  QUOTA_RULES: 'beyondHeadroom=approve',
  RATE_LIMITS: 'false',
  ...testLimits({ providerTimeoutMs: 2000, providerRetry: { retryLimit: 60, retryDelay: 1 } }),
}

type Size = Readonly<{ requests: number; kills: number; restarts: number }>

/**
 * Requests keep coming while servers and workers are killed at random moments and started again, and
 * the database is restarted. Whatever was accepted must come to an end, once; and what providers were told must fit.
 */
export async function proveQuotaCrash({ requests, kills, restarts }: Size): Promise<boolean> {
  const seed = Date.now()
  const choose = chooser(seed)
  const provider = await openProvider()
  provider.answerWith(respondUnreliably(choose))
  try {
    return await withOwnInstance(async ({ db, seal, env }, instance) => {
      const members = await openMembers({
        ...env,
        ...SETTINGS,
        OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
      })
      const quota = openQuota(
        atOrigin({ url: () => members.pickServer(choose), db: () => db, seal }),
      )
      try {
        const reader = await prepare(quota, provider)
        const storm = members.kill(kills, choose)
        const sending = sendAll(quota, reader, requests, choose)
        const restarting = restartBetween(instance, members, sending, { requests, restarts })
        await Promise.all([sending.ended, storm.ended, restarting])
        await waitForAll(db)
        const { faults, figures } = await findFaults(db, provider.calls, sending.sent)
        const counts = { kills: storm.done(), restarts, ...figures }
        console.log(`quota-crash: ${JSON.stringify(counts)}, seed ${seed}`)
        for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
        return faults.length === 0 && storm.done() >= kills
      } finally {
        await members.stop()
      }
    })
  } finally {
    await provider.close()
  }
}

/** Mostly agrees; sometimes fails, sometimes is slow, sometimes does not answer at all. */
const respondUnreliably = (choose: Choose) => (_call: ProviderCall, response: ServerResponse) => {
  const outcome = choose(20)
  if (outcome === 0) return
  if (outcome < 3) response.writeHead(500).end()
  else if (outcome < 8) setTimeout(() => response.writeHead(204).end(), choose(1500))
  else response.writeHead(204).end()
}

type Role = 'serve' | 'work'
type Members = Awaited<ReturnType<typeof openMembers>>

/** As long as a database may take to restart on a busy machine. */
const MOST_STARTS = 30
const START_AGAIN_MS = 1000

/** Two servers that also work, and one that only works. Whoever is killed is started again. */
export async function openMembers(env: Record<string, string>) {
  /** As whatever watches over processes would: one that does not come up is started again. */
  const start = async (role: Role, tries = MOST_STARTS): Promise<Serving> => {
    try {
      return await (role === 'serve' ? serve(env) : work(env))
    } catch (error) {
      if (tries === 1) throw error
      await delay(START_AGAIN_MS)
      return start(role, tries - 1)
    }
  }
  const members: { role: Role; running: Serving | undefined }[] = await Promise.all(
    (['serve', 'serve', 'work'] as const).map(async (role) => ({
      role,
      running: await start(role),
    })),
  )
  const listServers = () =>
    members.flatMap(({ role, running }) => (role === 'serve' && running ? running.addresses : []))
  return {
    hasServer: () => listServers().length > 0,
    pickServer(choose: Choose): string {
      const up = listServers()
      // Nobody is up: let it fail as it would.
      return up[choose(up.length)] ?? 'http://127.0.0.1:1'
    },
    /** So often, and until it is enough: a kill at a bad moment for nobody shows little. */
    kill(kills: number, choose: Choose, pause = () => delay(choose(800)), isEnough = () => true) {
      let done = 0
      const starting: Promise<void>[] = []
      const storm = async () => {
        while (done < kills || (!isEnough() && done < 2 * MOST_STARTS)) {
          await pause()
          const member = members[choose(members.length)]
          const victim = member?.running
          if (!member || !victim) continue
          member.running = undefined
          await victim.stop('SIGKILL')
          done++
          // Not waited for: others may be killed while this one starts.
          starting.push(
            start(member.role).then((running) => {
              member.running = running
            }),
          )
        }
      }
      const ended = storm().then(() => Promise.all(starting))
      return { ended, done: () => done }
    },
    stop: () => Promise.all(members.map(({ running }) => running?.stop('SIGKILL'))),
  }
}

async function prepare(quota: Quota, provider: Provider): Promise<Reader> {
  await quota.addOperator()
  await quota.loadStarter()
  await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', {
    url: provider.url,
  })
  const reader = await quota.addReader('ada')
  for (let n = 0; n < SUBSCRIPTIONS; n++) {
    await quota.addSubscription(`sub-${n}`, { [reader.id]: 'owner' })
  }
  return reader
}

/** Each is repeated under its name until it is answered; `interrupted` counts the attempts that were in vain. */
function sendAll(quota: Quota, reader: Reader, requests: number, choose: Choose) {
  const limits = Array.from({ length: requests }, (_, n) => ({
    name: `request-${n}`,
    subscription: `sub-${choose(SUBSCRIPTIONS)}`,
    limits: Object.fromEntries(pickResources(choose).map((name) => [name, 1 + choose(1000)])),
  }))
  const sent: Sent[] = []
  let interrupted = 0
  const onInterrupted = () => void interrupted++
  const sendOnce = (input: QuotaInput) => sendUntilAnswered(quota, reader, input, onInterrupted)
  const next = limits[Symbol.iterator]()
  const worker = async () => {
    for (const input of next) {
      const requestId = await sendOnce(input)
      const isRepeated = choose(5) === 0
      await delay(choose(600))
      const repeatedId = isRepeated ? await sendOnce(input) : undefined
      sent.push({ ...input, requestId, ...(repeatedId !== undefined && { repeatedId }) })
    }
  }
  const ended = Promise.all(Array.from({ length: 4 }, worker))
  return { sent, ended, interrupted: () => interrupted }
}

/** The database stays away until a request was answered that it is away: repeated where every server was killed first. */
async function restartBetween(
  instance: Instance,
  members: Members,
  { sent, interrupted }: ReturnType<typeof sendAll>,
  { requests, restarts }: Omit<Size, 'kills'>,
): Promise<void> {
  const wait = async (isReached: () => boolean) => {
    const until = performance.now() + MAX_WAIT_MS
    while (!isReached()) {
      if (performance.now() > until) throw new Error('no request was in flight at a restart')
      await delay(20)
    }
  }
  const restart = async (tries = MOST_STARTS): Promise<void> => {
    await wait(members.hasServer)
    const before = interrupted()
    await instance.end('SIGINT')
    await wait(() => interrupted() > before || !members.hasServer()).finally(() => instance.start())
    if (interrupted() === before && tries > 1) await restart(tries - 1)
  }
  for (let n = 1; n <= restarts; n++) {
    await wait(() => sent.length >= (n * requests) / (restarts + 1))
    await restart()
  }
}

/** Mostly one, sometimes several. */
function pickResources(choose: Choose): string[] {
  const first = choose(RESOURCES.length)
  const count = choose(4) === 0 ? 2 + choose(2) : 1
  return Array.from(
    { length: count },
    (_, n) => RESOURCES[(first + n) % RESOURCES.length] as string,
  )
}

type QuotaInput = Omit<Sent, 'requestId' | 'repeatedId'>

async function sendUntilAnswered(
  quota: Quota,
  reader: Reader,
  input: QuotaInput,
  onInterrupted: () => void,
): Promise<string> {
  const headers = { 'x-ms-client-request-id': input.name }
  for (let tries = 1; tries <= 2000; tries++) {
    // No answer: the process was killed.
    const answer = await send(quota, reader, input, headers).catch(() => undefined)
    if (answer?.status === 201) return answer.body.requestId
    if (answer?.status === 503) onInterrupted()
    // 409: the open one has gone to the provider.
    else if (answer && answer.status !== 409) throw new Error(`${answer.status} ${answer.text}`)
    await delay(150)
  }
  throw new Error(`${input.name}: no answer`)
}

function send(quota: Quota, reader: Reader, { subscription, limits }: QuotaInput, headers: object) {
  const [first, ...more] = Object.entries(limits)
  return first && more.length === 0
    ? quota.put(reader, subscription, ...first, headers)
    : quota.putMany(reader, subscription, limits, headers)
}

async function waitForAll(db: Db): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  while (performance.now() < until) {
    const open = await db
      .selectFrom('quota_sub_request')
      .select('id')
      .where('state', 'in', ['Accepted', 'InProgress'])
      .limit(1)
      .execute()
    if (open.length === 0) return
    await delay(200)
  }
}
