import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import { hasSubscription } from '../../../../directory/subscriptions/store.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { limitsUnknown, locationUnknown, subscriptionUnknown } from '../../errors.ts'
import { noteCrossings } from '../../notices/store.ts'
import { hasLocation, keyOfLocation, keyOfName } from '../../rules.ts'
import { recordUsage } from '../../usage/store.ts'
import * as store from './store.ts'
import type { SubscriptionQuota } from './wire.ts'

/** What a subscription has and uses, as providers report it and operators set it. */
export async function setQuota(
  db: Db,
  call: Call,
  subscriptionId: string,
  value: readonly SubscriptionQuota[],
): Promise<void> {
  const changes = value.map(({ provider, location, resource, limit, currentValue }) => ({
    providerKey: keyOfName(provider),
    locationKey: keyOfLocation(location),
    resourceKey: keyOfName(resource),
    limit,
    currentValue,
  }))
  await runOperatorTransaction(db, call, async (trx) => {
    if (!(await hasSubscription(trx, subscriptionId))) {
      throw subscriptionUnknown(subscriptionId)
    }
    const known = new Set((await store.listKnown(trx, changes)).map(toName))
    const unknown = changes.filter((change) => !known.has(toName(change)))
    if (unknown.length > 0) throw limitsUnknown(unknown.map(toName))
    await refuseLocations(trx, value)
    const before = await store.lockQuota(trx, subscriptionId, changes)
    // In one order, so that two reports cannot wait for each other.
    for (const change of changes.toSorted(byKey)) {
      await store.setQuota(trx, subscriptionId, change, call.at)
    }
    const reported = changes.filter(({ currentValue }) => currentValue !== undefined)
    if (reported.length > 0) {
      await recordUsage(trx, subscriptionId, reported, call.at)
      await noteCrossings(trx, subscriptionId, reported, call.at)
    }
    await recordAudit(trx, actorOf(call), {
      scopeId: subscriptionId,
      action: 'quota.set',
      target: `subscription ${subscriptionId}`,
      before: { value: before },
      after: { value },
    })
  })
}

/** A place that is misspelt would be kept, and nobody would ever see it. */
async function refuseLocations(trx: Trx, value: readonly SubscriptionQuota[]): Promise<void> {
  const keys = [...new Set(value.map(({ provider }) => keyOfName(provider)))]
  const providers = new Map(
    (await store.listProviders(trx, keys)).map((provider) => [provider.key, provider]),
  )
  for (const { provider, location } of value) {
    const { name = provider, locations = [] } = providers.get(keyOfName(provider)) ?? {}
    if (!hasLocation(locations, location)) throw locationUnknown(location, name, locations)
  }
}

const toName = ({ providerKey, resourceKey }: store.Named) => `${providerKey}/${resourceKey}`

const keyOf = ({ providerKey, locationKey, resourceKey }: store.QuotaChange) =>
  JSON.stringify([providerKey, locationKey, resourceKey])

function byKey(one: store.QuotaChange, other: store.QuotaChange): number {
  const [first, second] = [keyOf(one), keyOf(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}
