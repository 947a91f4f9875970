import { setTimeout as delay } from 'node:timers/promises'
import { type Frame, type OpenStream, openStream } from '../../test/support/http/stream.ts'
import type { Nodes } from './nodes.ts'

const NO_ANSWER_MS = 100

/** Follows the events of a subscription as the guide says: after a lost connection, on another node and from the last position. */
export async function openClient(nodes: Nodes, bearer: string, subscription: string) {
  const received: Frame[] = []
  let current: { stream: OpenStream; node: number } | undefined
  let connections = 0
  let isStopped = false
  const lastEventId = () => received.findLast(({ id }) => id !== undefined)?.id

  async function connect(first: number): Promise<void> {
    const { index, url } = nodes.urlOf(first)
    const path = `/live/v1/subscriptions/${subscription}/events`
    const stream = await openStream(`${url}${path}`, bearer, lastEventId())
    if (stream.status !== 200) throw new Error(`a stream was refused: ${stream.text()}`)
    connections++
    current = { stream, node: index }
    await stream.ended(Number.POSITIVE_INFINITY)
    received.push(...stream.frames)
  }
  async function run(): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      // A node that was killed a moment ago refuses the connection.
      await connect(turn).catch(() => delay(NO_ANSWER_MS))
    }
  }
  const running = run()
  while (!current) await delay(10)
  await current.stream.next('start')
  return {
    node: () => current?.node ?? 0,
    connections: () => connections,
    /** What came so far, over all connections. */
    frames: (): readonly Frame[] => {
      const open = current?.stream.frames ?? []
      const isCounted = open.length > 0 && received.includes(open[0] as Frame)
      return isCounted ? received : [...received, ...open]
    },
    async stop(): Promise<void> {
      isStopped = true
      current?.stream.close()
      await running
    },
  }
}
