import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../../src/platform/db/connect.ts'
import { openReceiver, type Receiver } from '../../support/http/receiver.ts'
import { testLimits } from '../../support/processes/limits.ts'
import { openHealth } from '../../support/server/health-calls.ts'
import { loadClient, type ServiceAccount, useSecureServer } from '../secure-server.ts'
import { recordSent, type Sent } from '../sent.ts'

export type Version = '7' | '8'
export const VERSIONS: readonly Version[] = ['7', '8']
/** The newer one reads its own package by its name. */
const PACKAGES = { 7: 'arm-monitor-7', 8: '@azure/arm-monitor' } as const

/** As much of the published client as is used here; it is installed apart from the product. */
type Operation = (...given: unknown[]) => unknown
export type Client = Record<'actionGroups' | 'activityLogAlerts', Record<string, Operation>>
type Constructor = new (credential: object, subscription: string, options: object) => Client

/** A server over https that may call web hooks on loopback; `robot` owns sub-a, `guest` reads it. */
export function useInstallation(database: { readonly url: string; readonly db: Db }) {
  const server = useSecureServer(database, () => ({
    OUTGOING_EXCEPTIONS: 'notifications=127.0.0.1:*',
    ...testLimits({ notificationsPerSubscription: 100 }),
  }))
  const health = openHealth(server.installation)
  let opened: Receiver | undefined
  const receiver = (): Receiver => {
    if (!opened) throw new Error('the receiver is not open yet')
    return opened
  }
  beforeAll(async () => {
    opened = await openReceiver()
    health.setOperator(server.operator())
    await server.addSubscription('sub-a')
  })
  afterAll(() => opened?.close())
  return {
    server,
    health,
    receiver,
    /** The published client, signed in through our own token endpoint. */
    open(version: Version, who: ServiceAccount = 'robot'): Client & { sent: readonly Sent[] } {
      const { MonitorClient } = loadClient(PACKAGES[version]) as {
        MonitorClient: Constructor
      }
      const { sent, options } = recordSent()
      const settings = { ...server.clientOptions(), ...options }
      const client = new MonitorClient(server.credentialOf(who), 'sub-a', settings)
      return Object.assign(client, { sent })
    },
  }
}

/** Waits for a result, or for all items of a list. */
export async function collectAnswer(answer: unknown): Promise<unknown> {
  const found = await answer
  if (typeof found !== 'object' || found === null || !(Symbol.asyncIterator in found)) return found
  const all: unknown[] = []
  for await (const item of found as AsyncIterable<unknown>) all.push(item)
  return all
}
