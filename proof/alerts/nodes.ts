import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { type Serving, serve, work } from '../../test/support/processes/processes.ts'
import type { ProcessGroup } from '../failover/process-group.ts'
import type { Prometheus } from './prometheus.ts'

export type Node = Readonly<{
  /** Where Prometheus reads its metrics, also after it was started again. */
  address: string
  url: () => string
  end: () => Promise<void>
  start: (settings?: Record<string, string>) => Promise<void>
  /** Ends it, and Prometheus no longer reads its metrics. */
  close: () => Promise<void>
}>

export type Nodes = Readonly<{
  /** Waits until it serves or works, and has Prometheus read its metrics. */
  open: (kind: 'serve' | 'work', settings: Record<string, string>) => Promise<Node>
  /** Has another process be watched in the same way. */
  watch: (address: string) => { unwatch: () => void }
  closeAll: () => Promise<void>
}>

/** The processes of an installation whose metrics Prometheus reads. */
export function openNodes(processes: ProcessGroup, prometheus: Prometheus): Nodes {
  const watched = new Set<string>()
  const nodes = new Set<Node>()
  function watch(address: string) {
    const report = () => prometheus.setTargets([...watched])
    watched.add(address)
    report()
    return {
      unwatch() {
        watched.delete(address)
        report()
      },
    }
  }

  async function open(kind: 'serve' | 'work', settings: Record<string, string>): Promise<Node> {
    const port = await findFreePort()
    const address = `127.0.0.1:${port}`
    let running: Serving | undefined
    const node: Node = {
      address,
      url: () => running?.addresses[0] ?? '',
      async start(more = {}) {
        const run = kind === 'serve' ? serve : work
        running = await run({ ...settings, ...more, METRICS_ADDRESS: `127.0.0.1:${port}` })
        processes.note(running.child)
      },
      async end() {
        await running?.stop('SIGKILL')
        running = undefined
      },
      async close() {
        nodes.delete(node)
        unwatch()
        await node.end()
      },
    }
    await node.start()
    nodes.add(node)
    const { unwatch } = watch(address)
    return node
  }

  return {
    open,
    watch,
    closeAll: async () => void (await Promise.all([...nodes].map((n) => n.close()))),
  }
}
