import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { foldCase } from '../../../platform/fold-case.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { findReader } from '../events/actions.ts'
import { maySeeDetails } from '../rules.ts'
import {
  isSame,
  MOST_STATES,
  mergeHistory,
  STATUS_FIELDS,
  type StatusKind,
  toStatus,
  toUnknown,
} from './rules.ts'
import * as store from './store.ts'
import type { StatusListQuery } from './wire.ts'

export type StatusDeps = Readonly<{
  db: Db
  productTime: ProductClock
  openPage: OpenPage
  vendorNamespace: string
}>

async function readerFor(
  { db, productTime }: StatusDeps,
  { id, role }: Subscription,
): Promise<store.StatusReader> {
  const { keys } = await findReader(db, id)
  const seesSensitive = maySeeDetails(role)
  return { subscriptionId: id, keys: [...keys], seesSensitive, now: productTime() }
}

type Asked = Readonly<{ subscription: Subscription; query: StatusListQuery; url: string }>

/** The named resources whose ids begin with `prefix`, each with its current state. */
export async function listStatusPage(
  deps: StatusDeps,
  { subscription, query, url }: Asked,
  prefix: string,
  kind: StatusKind,
) {
  const { $filter, $skipToken } = once(query)
  const filter = readFilter($filter, STATUS_FIELDS)
  const key = foldCase(prefix)
  const scope = ['availability', subscription.id, key, $filter]
  const page = deps.openPage<{ key: string }>({ url, cursor: $skipToken, scope })
  const rows = await store.listStatuses(deps.db, await readerFor(deps, subscription), {
    prefix: key,
    filter,
    after: page.after?.key,
    limit: PAGE_SIZE + 1,
  })
  return page.answer(
    rows,
    (row) => toStatus(row, kind, true),
    (row) => ({ key: row.key }),
  )
}

/** The current state first, then the others, newest first. All on one page. */
export async function listHistory(
  deps: StatusDeps,
  subscription: Subscription,
  resourceId: string,
  kind: StatusKind,
) {
  const { current, reader, key } = await findCurrent(deps, subscription, resourceId)
  if (!current) return { value: [toUnknown(resourceId, kind)] }
  const [set, events] = await Promise.all([
    store.listPastStates(deps.db, subscription.id, key, MOST_STATES),
    store.listPastEvents(deps.db, reader, key, MOST_STATES),
  ])
  const before = mergeHistory(set, events).filter((state) => !isSame(state, current))
  return {
    value: [toStatus(current, kind, true), ...before.map((state) => toStatus(state, kind, false))],
  }
}

export async function getStatus(
  deps: StatusDeps,
  subscription: Subscription,
  resourceId: string,
  kind: StatusKind,
) {
  const { current } = await findCurrent(deps, subscription, resourceId)
  return current ? toStatus(current, kind, true) : toUnknown(resourceId, kind)
}

/** After all events that named a resource were resolved, it is available. */
async function findCurrent(deps: StatusDeps, subscription: Subscription, resourceId: string) {
  const reader = await readerFor(deps, subscription)
  const key = foldCase(resourceId)
  const named = await store.findStatus(deps.db, reader, key)
  const current = named ?? mergeHistory([], await store.listPastEvents(deps.db, reader, key, 1))[0]
  return { current, reader, key }
}
