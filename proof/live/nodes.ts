import { type Serving, serve } from '../../test/support/processes/processes.ts'

export type Nodes = Awaited<ReturnType<typeof openNodes>>

/** Two processes on one database. Whoever is killed is started again. */
export async function openNodes(env: Record<string, string>) {
  const nodes: (Serving | undefined)[] = await Promise.all([serve(env), serve(env)])
  const isUp = (index: number) => nodes[index] !== undefined
  return {
    /** The address of this node if it is up, else that of the other. */
    urlOf(index: number): { index: number; url: string } {
      const found = isUp(index % 2) ? index % 2 : (index + 1) % 2
      return { index: found, url: nodes[found]?.addresses[0] ?? 'http://127.0.0.1:1' }
    },
    /** Answers a promise of its replacement: meanwhile the other one serves alone. */
    async kill(index: number): Promise<{ replaced: Promise<void> }> {
      const victim = nodes[index]
      nodes[index] = undefined
      await victim?.stop('SIGKILL')
      const start = async () => {
        nodes[index] = await serve(env)
      }
      return { replaced: start() }
    },
    stop: () => Promise.all(nodes.map((node) => node?.stop('SIGKILL'))),
  }
}
