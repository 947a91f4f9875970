import { setTimeout as delay } from 'node:timers/promises'
import type { Serving } from '../../test/support/processes/processes.ts'
import { openForwarder } from './forwarder.ts'

const PROBE_EVERY_MS = 100

export type Node = { serving: Serving; url: string; isReady: boolean }

export async function openNode(started: Promise<Serving>): Promise<Node> {
  const serving = await started
  return { serving, url: serving.addresses[0] ?? '', isReady: true }
}

/** Two nodes and one address for both, until `running` is disposed of. */
export async function openTwoNodes(open: () => Promise<Node>, running: AsyncDisposableStack) {
  const nodes = [await open(), await open()]
  running.defer(async () => {
    await Promise.all(nodes.map(({ serving }) => serving.stop('SIGKILL')))
  })
  const balancer = running.adopt(balance(nodes), (opened) => opened.close())
  const { url } = running.adopt(await openForwarder(balancer.next), (opened) => opened.close())
  return {
    nodes,
    url,
    /** One after the other; answers their exit codes. */
    async replaceAll(): Promise<(number | null)[]> {
      const codes: (number | null)[] = []
      for (const index of nodes.keys()) codes.push(await replace(nodes, index, open))
      return codes
    },
  }
}

/** Replaces a node by another, once it has ended in good order. */
async function replace(
  nodes: Node[],
  index: number,
  open: () => Promise<Node>,
): Promise<number | null> {
  const code = (await nodes[index]?.serving.stop('SIGTERM')) ?? null
  nodes[index] = await open()
  return code
}

/** As a load balancer does: asks each node whether it is ready, and sends requests in turn to those that are. */
function balance(nodes: readonly Node[]) {
  let turn = 0
  let isOver = false
  async function ask(node: Node): Promise<void> {
    node.isReady = await isReady(node)
  }
  async function probe(): Promise<void> {
    while (!isOver) {
      await Promise.all(nodes.map(ask))
      await delay(PROBE_EVERY_MS)
    }
  }
  void probe()
  return {
    next(): string {
      const ready = nodes.filter((node) => node.isReady)
      const node = ready[turn++ % ready.length]
      if (!node) throw new Error('no node is ready')
      return node.url
    },
    close() {
      isOver = true
    },
  }
}

const isReady = ({ url }: Node) =>
  fetch(`${url}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  )
