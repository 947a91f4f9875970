import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'
import { type Serving, serve } from '../../../test/support/processes/processes.ts'
import type { Received } from './requests.ts'

const READERS = 8
const BEFORE_MS = 1000
const AFTER_MS = 3000

/** A `serve` process that can be stopped and started again at the same address. */
export type Node = Readonly<{
  address: string
  stop: (signal: NodeJS.Signals) => Promise<number | null>
  start: () => Promise<void>
}>

export async function openNode(settings: Record<string, string>): Promise<Node> {
  const port = String(await findFreePort())
  const open = () => serve({ ...settings, PORT: port })
  let serving: Serving = await open()
  return {
    address: `127.0.0.1:${port}`,
    stop: (signal) => serving.stop(signal),
    async start() {
      serving = await open()
    },
  }
}

/** One node is stopped and started again, and the other one is killed. No GET may fail meanwhile. */
export async function checkStops(
  [first, second]: readonly Node[],
  read: () => Promise<Received>,
): Promise<string[]> {
  if (!first || !second) throw new Error('two nodes are needed')
  const readers = keepReading(read)
  await delay(BEFORE_MS)
  const code = await first.stop('SIGTERM')
  await delay(AFTER_MS)
  await first.start()
  await delay(AFTER_MS)
  await second.stop('SIGKILL')
  await delay(AFTER_MS)
  const { count, failures } = await readers.stop()
  await second.start()
  console.log(`  ${count} requests while a node was stopped and one was killed`)
  return [
    ...(code === 0 ? [] : [`a node ended with ${code}`]),
    ...(count > 500 ? [] : [`only ${count} requests`]),
    ...new Set(failures),
  ]
}

function keepReading(read: () => Promise<Received>) {
  const failures: string[] = []
  let count = 0
  let isOver = false
  async function work(): Promise<void> {
    while (!isOver) {
      try {
        const { status, text } = await read()
        if (status === 200) count++
        else failures.push(`${status} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(String(error))
        await delay(50)
      }
    }
  }
  const workers = Array.from({ length: READERS }, work)
  return {
    async stop() {
      isOver = true
      await Promise.all(workers)
      return { count, failures }
    },
  }
}
