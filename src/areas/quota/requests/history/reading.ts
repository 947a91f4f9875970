import type { Db } from '../../../../platform/db/connect.ts'
import { once, readFilter } from '../../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../../platform/paging/page.ts'
import { addMs, type ProductClock } from '../../../../platform/time.ts'
import { topInvalid } from '../../errors.ts'
import { validateProviderLimits } from '../../limits/actions.ts'
import { findLimits } from '../../limits/store.ts'
import type { Location, QuotaScope } from '../../rules.ts'
import type { RequestRow } from '../store.ts'
import type { RequestQuery } from '../wire.ts'
import { HISTORY_MS, REQUEST_FIELDS } from './rules.ts'
import { listRequests } from './store.ts'

type Asked = Readonly<{
  /** The name of the list: a cursor is valid for one list only. */
  list: string
  scope: QuotaScope
  params: Location
  query: Omit<RequestQuery, 'api-version'>
  url: string
}>

/** One page of the requests of the past year, latest first. */
export async function readHistory<Wire>(
  deps: Readonly<{ db: Db; openPage: OpenPage; productTime: ProductClock }>,
  { list, scope, params, query, url }: Asked,
  toWire: (row: RequestRow) => Wire,
) {
  const { db, productTime, openPage } = deps
  const { $filter, $top, $skiptoken: cursor } = once(query)
  const size = readTop($top)
  const cursorScope = [list, ...Object.values(scope), $filter]
  const page = openPage<{ time: number; id: string }>({ url, cursor, scope: cursorScope })
  const rows = await listRequests(db, scope, {
    since: addMs(productTime(), -HISTORY_MS),
    filter: readFilter($filter, REQUEST_FIELDS),
    after: page.after && { time: new Date(page.after.time), id: page.after.id },
    limit: size + 1,
  })
  // Requests to a provider that was removed since are listed all the same.
  if (rows.length === 0)
    await validateProviderLimits(db, params, await findLimits(db, scope, { limit: 1 }))
  return page.answer(
    rows,
    toWire,
    ({ submittedAt, id }) => ({ time: submittedAt.getTime(), id }),
    size,
  )
}

/** A number above the page size counts as a full page: `nextLink` leads to the rest. */
function readTop(text: string | undefined): number {
  if (text === undefined) return PAGE_SIZE
  if (!/^[1-9]\d{0,9}$/.test(text)) throw topInvalid()
  return Math.min(Number(text), PAGE_SIZE)
}
