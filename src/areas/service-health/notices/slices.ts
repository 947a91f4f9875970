import type { Db } from '../../../platform/db/connect.ts'
import { keysOf } from '../rules.ts'
import { sortKeys } from './rules.ts'
import { listUsed, type RuleKey } from './store.ts'

export type Found<Row extends RuleKey> = Readonly<{ row: Row; keys: ReadonlySet<string> }>

/** Under which of these keys the subscriptions of some rules look. */
export async function findKeys<Row extends RuleKey>(
  db: Db,
  rows: readonly Row[],
  asked: readonly string[],
): Promise<Found<Row>[]> {
  const { services } = sortKeys(asked)
  const ids = [...new Set(rows.map(({ subscriptionId }) => subscriptionId))]
  const used = services.length > 0 && ids.length > 0 ? await listUsed(db, ids, services) : []
  const bySubscription = Map.groupBy(used, ({ subscriptionId }) => subscriptionId)
  const keysBySubscription = new Map(
    ids.map((id) => {
      const keys = bySubscription.get(id) ?? []
      return [
        id,
        new Set(
          keysOf(
            id,
            keys.map(({ key }) => key),
          ),
        ),
      ]
    }),
  )
  return rows.map((row) => ({ row, keys: keysBySubscription.get(row.subscriptionId) ?? new Set() }))
}

/** The subscriptions that are named, if nobody else can look under one of these keys. */
export function findNamed(keys: readonly string[]): readonly string[] | undefined {
  const { isEveryone, services, subscriptionIds } = sortKeys(keys)
  return isEveryone || services.length > 0 ? undefined : subscriptionIds
}
