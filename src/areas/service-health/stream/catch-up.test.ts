import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { eventFeed } from './feed.ts'

const health = useHealth()
const COPIES = 170
const OPTIONS = { vendorNamespace: 'Microsoft', mitigationSentinel: false }

let statements = 0
const count: KyselyPlugin = {
  transformQuery({ node }) {
    statements++
    return node
  },
  transformResult: async ({ result }) => result,
}
const openFeed = () => eventFeed({ db: health.database.db.withPlugin(count), ...OPTIONS })

/** Each is a revision of its own. */
async function copyEvent(from: string, copies: number, prefix: string): Promise<void> {
  const { db } = health.database
  await sql`
    insert into event
    select (jsonb_populate_record(event, jsonb_build_object('tracking_id', ${prefix}::text || n))).*
      from event, generate_series(1, ${copies}::int) as n where tracking_id = ${from}`.execute(db)
  await sql`
    insert into event_revision (tracking_id, number, at, change, made_by, made_by_type, actor_id)
    select ${prefix}::text || n, number, at, change, made_by, made_by_type, actor_id
      from event_revision, generate_series(1, ${copies}::int) as n
     where tracking_id = ${from} order by n`.execute(db)
}

beforeAll(async () => {
  const owner = await health.addReader('owner')
  await health.addSubscription('sub-a', { [owner.id]: 'owner' })
  const audience = { kind: 'subscriptions', subscriptions: ['sub-a'] }
  await copyEvent(await health.publish({ audience }), COPIES, 'SMALL-')
})

describe('streams that are far behind', () => {
  test('read each page once, wherever they are in it, and get each revision once', async () => {
    const feed = openFeed()
    const latest = (await feed.findPositions(['sub-a'])).get('sub-a') ?? 0
    expect(latest).toBeGreaterThan(COPIES)
    const follow = async (first: number) => {
      const positions: number[] = []
      for (let at = first, hasMore = true; hasMore; ) {
        const page = await feed.readAfter('sub-a', at)
        positions.push(...page.items.map(({ position }) => position))
        at = page.position
        hasMore = page.hasMore
      }
      return positions
    }
    statements = 0
    const starts = Array.from({ length: 40 }, (_, n) => n)
    const followed = await Promise.all(starts.map(follow))
    for (const [first, positions] of followed.entries()) {
      const expected = Array.from({ length: latest - first }, (_, n) => first + n + 1)
      expect(positions).toEqual(expected)
    }
    // Four pages, each with its revisions, their events, the services and the reader.
    expect(statements).toBeLessThanOrEqual(4 * 4)
  })

  test('get a large page in parts', async () => {
    const large = await health.publish({
      audience: { kind: 'subscriptions', subscriptions: ['sub-a'] },
      properties: { title: 'Large', summary: 'x'.repeat(19_000), description: 'y' },
    })
    await copyEvent(large, 29, 'LARGE-')
    const feed = openFeed()
    const latest = (await feed.findPositions(['sub-a'])).get('sub-a') ?? 0
    const page = await feed.readAfter('sub-a', latest - 30)
    expect(page.hasMore).toBe(true)
    expect(page.position).toBe(page.items.at(-1)?.position)
    const characters = page.items.reduce((sum, { data }) => sum + data.length, 0)
    expect(characters).toBeLessThan(300_000)
    const rest = await feed.readAfter('sub-a', latest - 2)
    expect(rest).toMatchObject({ position: latest, hasMore: false })
  })
})

test('streams of one subscription at one position look up its footprint once', async () => {
  const feed = openFeed()
  const latest = (await feed.findPositions(['sub-a'])).get('sub-a') ?? 0
  statements = 0
  await Promise.all(Array.from({ length: 30 }, () => feed.readAfter('sub-a', latest - 1)))
  expect(statements).toBe(4)
})
