import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MOST_IN_FLIGHT } from '../../src/platform/http/limits/in-flight.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { PROGRAM } from '../../test/support/processes/program.ts'
import { insertAccountWithToken } from '../../test/support/world/samples.ts'
import { openRequests } from '../load/open-loop.ts'
import type { Fault } from './fault.ts'
import type { Stage } from './stage.ts'

const MAX_START_MS = 120_000
const IN_TURN = 64
/** More than a node works on at a time. */
const IN_OVERLOAD = MOST_IN_FLIGHT + 500

/** Both use the whole machine, so each is caused alone. */
export const BUSY_FAULTS: readonly Fault[] = [
  {
    alerts: ['BinnacleLogLinesDropped'],
    async cause(stage) {
      const { address, url, read } = await openUnreadNode(stage)
      const load = keepSending(url, `GET /v0.1/user HTTP/1.1\r\nHost: x\r\n\r\n`, IN_TURN)
      return {
        labels: { instance: address },
        async end() {
          read()
          await load.stop()
        },
      }
    },
  },
  {
    alerts: ['BinnacleRequestsRefused'],
    async cause(stage) {
      const { nodes, settings, db } = stage
      const node = await nodes.open('serve', settings)
      const { token } = await insertAccountWithToken(db)
      const text = `GET /v0.1/apps HTTP/1.1\r\nHost: x\r\nX-API-Token: ${token}\r\n\r\n`
      const load = keepSending(node.url(), text, IN_OVERLOAD)
      return { labels: { instance: node.address }, end: load.stop }
    },
  },
]

function keepSending(url: string, text: string, count: number) {
  const requests = openRequests(url)
  let isOver = false
  const sending = (async () => {
    while (!isOver) await requests.sendInTurn([text], count, 1000)
  })()
  return {
    async stop(): Promise<void> {
      isOver = true
      await sending
      requests.close()
    },
  }
}

/** A node whose log goes to a pipe that nobody reads, until `read` is called. */
async function openUnreadNode({ folder, processes, nodes, settings, afterwards }: Stage) {
  const file = join(folder, 'log')
  execFileSync('mkfifo', [file])
  const reader = openSync(file, constants.O_RDWR)
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const ports = { PORT: `${port}`, METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DRAIN_SECONDS: '0' }
  const descriptor = openSync(file, 'w')
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH ?? '', ...settings, ...ports },
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  processes.note(child)
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(`${url}/livez`)
  const address = `127.0.0.1:${metricsPort}`
  const ended = once(child, 'exit')
  const { unwatch } = nodes.watch(address)
  afterwards(async () => {
    unwatch()
    child.kill('SIGKILL')
    await ended
    closeSync(reader)
  })
  return {
    address,
    url,
    read: () => processes.note(spawn('cat', [file], { stdio: 'ignore' })),
  }
}

async function waitUntilUp(url: string): Promise<void> {
  for (const until = performance.now() + MAX_START_MS; performance.now() < until; ) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(100)
  }
  throw new Error('the node does not start')
}
