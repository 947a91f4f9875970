import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { openMailLinks } from '../../../src/management-api/notifications/receivers/links.ts'
import { sealLabel } from '../../../src/management-api/notifications/rules.ts'
import { deliveryFollower } from '../../../src/management-api/notifications/sending/follower.ts'
import type { NoticeSources } from '../../../src/management-api/notifications/sending/notice.ts'
import type { SenderDeps } from '../../../src/management-api/notifications/sending/sender.ts'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { runFollowers } from '../../../src/platform/followers.ts'
import { NO_MAIL } from '../../../src/platform/mail/mailer.ts'
import { openOutgoing } from '../../../src/platform/outgoing.ts'
import { systemProductTime, systemRealTime } from '../../../src/platform/time.ts'
import { useDatabase } from '../database/use-database.ts'
import { openReceiver } from '../http/receiver.ts'
import { insertSubscription, ORIGIN } from './health-calls.ts'

type Waiting = Readonly<{ subscriptions: number; destinations: number; messages: number }>

/** Destinations on loopback for which messages wait. Nobody sends them before a test opens a sender. */
export async function useSenders() {
  const database = useDatabase()
  const receiver = await openReceiver()
  afterAll(receiver.close)
  const seal = openSeal(randomBytes(32))
  const timeoutMs = 10_000

  /** What the sender of a process needs that sends nothing but tests. */
  const depsOf = (changed: Partial<SenderDeps>): SenderDeps => ({
    ...{ db: database.db, seal, timeoutMs, mailTimeoutMs: timeoutMs, managementUrl: ORIGIN },
    ...{ productTime: systemProductTime, realTime: systemRealTime },
    ...{ sendMail: undefined, mailsPerDay: 1, mailer: NO_MAIL, scale: 1 },
    outgoing: openOutgoing({ timeoutMs, exceptions: [receiver.host] }),
    mailLinks: openMailLinks([randomBytes(32)], ORIGIN),
    // A test message comes from none.
    sources: {} as NoticeSources,
    onAttempt: () => undefined,
    onFailure: refuse,
    ...changed,
  })

  async function addDestination(subscriptionId: string, name: string, messages: number) {
    const id = randomUUIDv7()
    const now = systemRealTime()
    const common = { subscription_id: subscriptionId, created_at: now }
    const row = {
      ...{ id, name, kind: 'webhook', shown_address: '', notices: [], is_on: true },
      sealed_address: seal.seal(receiver.url(`/${name}`), sealLabel(subscriptionId, id)),
      ...{ created_by: 'x', updated_at: now, due_at: now },
    }
    await database.db
      .insertInto('notification')
      .values({ ...common, ...row })
      .execute()
    const state = { notification_id: id, kind: 'test', position: 0, state: 'pending' }
    const toDelivery = (number: number) => ({ ...common, ...state, number, id: randomUUIDv7() })
    const deliveries = Array.from({ length: messages }, (_, n) => toDelivery(n))
    await database.db.insertInto('delivery').values(deliveries).execute()
  }

  return {
    database,
    receiver,
    /** In each subscription so many destinations, and for each of these so many messages; nothing else is left. */
    async addWaiting({ subscriptions, destinations, messages }: Waiting): Promise<void> {
      await database.db.deleteFrom('notification').execute()
      receiver.calls.splice(0)
      for (let s = 0; s < subscriptions; s++) {
        const subscriptionId = `waiting-${randomUUIDv7()}`
        await insertSubscription(database.db, subscriptionId, {})
        for (let d = 0; d < destinations; d++) {
          await addDestination(subscriptionId, `${subscriptionId}-${d}`, messages)
        }
      }
    },
    /** A process that sends, at the latest until the test ends. */
    start(changed: Partial<SenderDeps> = {}) {
      const sender = runFollowers([deliveryFollower(depsOf(changed))], {
        databaseUrl: database.url,
        onFailure: (_name, error) => refuse(error),
        onLost: () => undefined,
      })
      onTestFinished(sender.stop)
      return sender
    },
    /** How many deliveries have each state. */
    countStates: () => countStates(database.db),
  }
}

async function countStates(db: Db): Promise<Record<string, number>> {
  const { count } = db.fn
  const states = db.selectFrom('delivery').select(['state', count<string>('id').as('count')])
  const rows = await states.groupBy('state').execute()
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
}

function refuse(error: unknown): never {
  throw error
}
