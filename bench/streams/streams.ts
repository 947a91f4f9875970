import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { atOrigin, openHealth } from '../../test/support/server/health-calls.ts'
import { fillUserRequests } from '../fill/user-requests.ts'
import { type Measure, measureRounds, median } from '../load/rounds.ts'
import { load } from '../load/wrk.ts'
import type { Size } from '../size.ts'
import { type Database, withDatabase } from '../start/database.ts'
import { readRss } from '../start/memory.ts'
import { type BenchServer, startServer } from '../start/server.ts'

const CONNECTIONS = 16
const STREAMS = 2000
const CALLERS = 100
const QUIET_MS = 5000

/** `GET /v0.1/user` beside 2,000 open streams, relative to a node without them, and the memory of a stream. */
export async function benchStreams(size: Size): Promise<void> {
  await withDatabase(size, async (database) => {
    const file = await fillUserRequests(database, size)
    await using running = new AsyncDisposableStack()
    const measure =
      ({ url }: BenchServer): Measure =>
      (seconds) =>
        load(url, file, { connections: CONNECTIONS, seconds })
    const without = await startServer(database, size.folder, running)
    const beside = await startServer(database, size.folder, running)
    // Memory that any load needs is not that of the streams.
    await measure(beside)(size.seconds)
    await delay(QUIET_MS)
    const before = readRss(beside.pid)
    await openStreams(database, beside, running)
    await delay(QUIET_MS)
    const eachKib = (readRss(beside.pid) - before) / STREAMS
    const sides = { without: measure(without), beside: measure(beside) }
    const measured = await measureRounds(sides, size)
    const p99 = (side: keyof typeof sides) => median(measured[side].map(({ p99Ms }) => p99Ms))
    console.log(
      '| Open streams | p99 of `GET /v0.1/user` | Relative to none | Memory of a stream |',
    )
    console.log('|---|---|---|---|')
    console.log(`| 0 | ${p99('without').toFixed(1)} ms | 1 | |`)
    const relative = (p99('beside') / p99('without')).toFixed(2)
    console.log(
      `| ${STREAMS} | ${p99('beside').toFixed(1)} ms | ${relative} | ${eachKib.toFixed(0)} KiB |`,
    )
  })
}

/** Half of events and half of quota, of a hundred people on as many subscriptions. They stay until the end. */
async function openStreams(
  database: Database,
  { url, keyFile }: BenchServer,
  running: AsyncDisposableStack,
): Promise<void> {
  const db = connect(database.directUrl)
  running.defer(() => db.destroy())
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
  for (let n = 0; n < CALLERS; n++) {
    const { id, bearer } = await health.addReader()
    const subscription = `streams-${n}`
    await health.addSubscription(subscription, { [id]: 'reader' })
    const opened = Array.from({ length: STREAMS / CALLERS }, (_, i) =>
      openStream(
        `${url}/live/v1/subscriptions/${subscription}/${i % 2 === 0 ? 'events' : 'quota'}`,
        bearer,
      ),
    )
    for (const response of await Promise.all(opened)) running.defer(() => void response.destroy())
  }
}

function openStream(url: string, bearer: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent: false, headers: { authorization: `Bearer ${bearer}` } })
    sent.once('error', reject)
    sent.once('response', (response) => {
      response.resume().on('error', () => undefined)
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`a stream was refused: ${response.statusCode}`))
    })
  })
}
