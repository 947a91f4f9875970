import { randomBytes } from 'node:crypto'
import type { KyselyPlugin, UnknownRow } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { createCursors } from '../../../platform/paging/cursors.ts'
import { openPagesAt } from '../../../platform/paging/page.ts'
import { systemProductTime } from '../../../platform/time.ts'
import { EVERYONE } from '../rules.ts'
import { createEventPages } from './event-pages.ts'
import { readerOf } from './rules.ts'

const health = useHealth()
const openPage = openPagesAt('https://manage.example', createCursors([randomBytes(32)]))
const reader = readerOf('sub-a', 'tenant', new Set([EVERYONE]))

/** Lists over the real database, and is told the rows of each statement before the list gets them. */
function openList(eventCacheMib: number, onRows: (rows: UnknownRow[]) => Promise<void>) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await onRows(result.rows)
      return result
    },
  }
  const list = createEventPages({
    productTime: systemProductTime,
    openPage,
    vendorNamespace: 'Microsoft',
    mitigationSentinel: false,
    eventCacheMib,
  })
  const db = health.database.db.withPlugin(plugin)
  const asked = { db, owner: ['sub-a'], query: { 'api-version': '2025-05-01' }, url: '/' }
  return async () => (await list({ ...asked, findReader: async () => reader })).text
}

const namesIn = (text: string) =>
  JSON.parse(text).value.map(({ name }: { name: string }) => name) as string[]
const isKey = (row: UnknownRow | undefined) => row?.tracking_id !== undefined && !row.record

let ids: string[]
beforeAll(async () => {
  ids = [await health.publish(), await health.publish(), await health.publish()]
})

test('a page is the same whether its events are kept, some of them, or none', async () => {
  const sizes: number[] = []
  const note = async (rows: UnknownRow[]) => {
    if (rows[0]?.record) sizes.push(rows.length)
  }
  const [kept, nothingKept] = [openList(1, note), openList(0, note)]
  const first = await kept()
  ids.push(await health.publish())
  const second = await kept()
  expect([namesIn(first).length, namesIn(second)]).toEqual([3, ids.toReversed()])
  expect([await kept(), await nothingKept()]).toEqual([second, second])
  // All three, then the one that was added, then none; and all four without a cache.
  expect(sizes).toEqual([3, 1, 4])
})

test('an event withdrawn from its readers after the keys of a page were read is not shown', async () => {
  const [gone = '', ...others] = ids
  const { db } = health.database
  const list = openList(1, async (rows) => {
    if (!isKey(rows[0])) return
    const later = new Date()
    await db.deleteFrom('event_reach').where('tracking_id', '=', gone).execute()
    await db
      .updateTable('event')
      .set({ last_update_time: later })
      .where('tracking_id', '=', gone)
      .execute()
  })
  expect(namesIn(await list())).toEqual(others.toReversed())
})
