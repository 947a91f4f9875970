import { type Serving, serve } from '../../test/support/processes/processes.ts'
import {
  atOrigin,
  type Health,
  ORIGIN,
  openHealth,
} from '../../test/support/server/health-calls.ts'
import type { Installation } from '../installation.ts'

/** Area B on two processes that share a database and a key; each request goes to the next of them. */
export async function withTwoNodes<T>(
  { db, seal, env }: Installation,
  settings: Record<string, string>,
  use: (health: Health, nodes: readonly Serving[]) => Promise<T>,
): Promise<T> {
  const all = { ...env, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false', ...settings }
  const nodes = await Promise.all([1, 2].map(() => serve(all)))
  let turn = 0
  const url = () => nodes[turn++ % nodes.length]?.addresses[0] ?? ''
  const health = openHealth(atOrigin({ url, db: () => db, seal }))
  try {
    await health.addOperator()
    return await use(health, nodes)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}
