import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { type Call, principalOf } from '../../../directory/caller.ts'
import { findRepeated, setCreated } from '../../../directory/repeats/actions.ts'
import { confirmRole } from '../../../directory/subscriptions/actions.ts'
import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import { lockSubscriptions } from '../../../directory/subscriptions/store.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { sendStatements } from '../../../platform/db/pipeline/send-statements.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { feedLimitReached, feedNotFound } from './errors.ts'
import {
  creatorInReach,
  MOST_OF_CREATOR,
  MOST_OF_SUBSCRIPTION,
  REPEAT_WINDOW_MS,
  RIGHT,
  rights,
  toSecret,
} from './rules.ts'
import * as store from './store.ts'

const confirm = (trx: Trx, call: Call, { id }: Subscription) =>
  sendStatements(trx, confirmRole(trx, call, id, RIGHT, rights[RIGHT]))

/** The secret is in the result and nowhere else. */
export async function createFeed(
  db: Db,
  call: Call,
  subscription: Subscription,
  description: string,
): Promise<{ row: store.FeedRow; secret: string }> {
  return db.transaction().execute(async (trx) => {
    await confirm(trx, call, subscription)
    const id = randomUUIDv7()
    const scope = { subscriptionId: subscription.id, createdBy: principalOf(call.caller) }
    await endRepeated(trx, call, scope, id)
    await requireFree(trx, scope)
    const secret = toSecret(randomBytes(32))
    await store.insertFeed(trx, {
      subscription_id: scope.subscriptionId,
      id,
      hash: digestOf(secret),
      description,
      created_by: scope.createdBy,
      created_at: call.at,
    })
    await recordAudit(trx, actorOf(call), {
      scopeId: scope.subscriptionId,
      action: 'feed.create',
      target: `feed ${id}`,
      after: { description },
    })
    return { row: await store.getFeed(trx, scope.subscriptionId, id), secret }
  })
}

type OwnScope = Readonly<{ subscriptionId: string; createdBy: string }>

/** Whoever counts holds the lock until the new feed counts too. */
async function requireFree(trx: Trx, { subscriptionId, createdBy }: OwnScope): Promise<void> {
  await lockSubscriptions(trx, [subscriptionId])
  const { all, own } = await store.countFeeds(trx, subscriptionId, createdBy)
  if (own >= MOST_OF_CREATOR) throw feedLimitReached(MOST_OF_CREATOR, 'Your account')
  if (all >= MOST_OF_SUBSCRIPTION) throw feedLimitReached(MOST_OF_SUBSCRIPTION, 'The subscription')
}

/** A client that got no answer asks again under the same key: the address that nobody saw ends here. */
async function endRepeated(trx: Trx, call: Call, scope: OwnScope, id: string): Promise<void> {
  const earlier = await findRepeated(trx, call, id, REPEAT_WINDOW_MS)
  if (earlier === undefined) return
  await setCreated(trx, call, id)
  await endFeed(trx, call, scope, earlier)
}

export async function revokeFeed(
  db: Db,
  call: Call,
  subscription: Subscription,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw feedNotFound(id)
  const createdBy = creatorInReach(subscription.role, principalOf(call.caller))
  await db.transaction().execute(async (trx) => {
    await confirm(trx, call, subscription)
    const isEnded = await endFeed(trx, call, { subscriptionId: subscription.id, createdBy }, id)
    if (!isEnded) throw feedNotFound(id)
  })
}

async function endFeed(
  trx: Trx,
  call: Call,
  scope: Parameters<typeof store.deleteFeed>[1],
  id: string,
): Promise<boolean> {
  const ended = await store.deleteFeed(trx, scope, id)
  if (!ended) return false
  await recordAudit(trx, actorOf(call), {
    scopeId: scope.subscriptionId,
    action: 'feed.revoke',
    target: `feed ${id}`,
    before: { description: ended.description, createdBy: ended.created_by },
  })
  return true
}
