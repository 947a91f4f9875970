import type { Db } from '../../src/platform/db/connect.ts'
import { serve } from '../../test/support/processes/processes.ts'
import {
  atOrigin,
  type Health,
  ORIGIN,
  openHealth,
} from '../../test/support/server/health-calls.ts'
import { withInstallation } from '../installation.ts'

/** Area B on two processes that share a database and a key; each request goes to the next of them. */
export function withHealth<T>(use: (health: Health, db: Db) => Promise<T>): Promise<T> {
  return withInstallation(async ({ db, seal, env }) => {
    const settings = { ...env, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false' }
    const nodes = await Promise.all([1, 2].map(() => serve(settings)))
    let turn = 0
    const url = () => nodes[turn++ % nodes.length]?.addresses[0] ?? ''
    const health = openHealth(atOrigin({ url, db: () => db, seal }))
    try {
      await health.addOperator()
      return await use(health, db)
    } finally {
      await Promise.all(nodes.map((node) => node.stop()))
    }
  })
}
