import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import { once } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { resourcesUnknown } from '../errors.ts'
import { keyOfName, type Location, type QuotaScope } from '../rules.ts'
import { etagOfLimit, validateProviderLimits } from './actions.ts'
import { findLimits, type LimitRow } from './store.ts'

type Asked = Readonly<{
  /** The name of the list: a cursor is valid for one list only. */
  list: string
  scope: QuotaScope
  params: Location
  query: Readonly<{ $skiptoken?: string }>
  url: string
}>

/** One page of the limits of a provider in a location, and its ETag. */
export async function readLimits<Wire>(
  { db, openPage }: Readonly<{ db: Db; openPage: OpenPage }>,
  { list, scope, params, query, url }: Asked,
  toWire: (row: LimitRow) => Wire,
) {
  const { $skiptoken: cursor } = once(query)
  const cursorScope = [list, ...Object.values(scope)]
  const page = openPage<{ key: string }>({ url, cursor, scope: cursorScope })
  const found = await findLimits(db, scope, { after: page.after?.key, limit: PAGE_SIZE + 1 })
  const { rows } = await validateProviderLimits(db, params, found)
  return {
    etag: etagOf(rows.map(etagOfLimit)),
    page: page.answer(rows, toWire, ({ resourceKey: key }) => ({ key })),
  }
}

export async function requireLimit(
  db: Db,
  scope: QuotaScope,
  params: Location & Readonly<{ resourceName: string }>,
): Promise<LimitRow> {
  const resourceKey = keyOfName(params.resourceName)
  const found = await findLimits(db, scope, { resourceKey, limit: 1 })
  const { provider, rows } = await validateProviderLimits(db, params, found)
  const [row] = rows
  if (!row) throw resourcesUnknown([params.resourceName], provider)
  return row
}
