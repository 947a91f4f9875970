/**
 * What one would write first, and nothing else: the same framework and driver, the same statements by
 * name, the same body, every record read and written anew; no sign-in, no hooks, no log.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { readerOf, seenBy } from '../src/areas/service-health/events/rules.ts'
import type { EventRow } from '../src/areas/service-health/events/store.ts'
import * as store from '../src/areas/service-health/events/store.ts'
import { keysOf } from '../src/areas/service-health/rules.ts'
import { recordStatements } from './start/statements.ts'

const WINDOW_MS = 3 * 24 * 3_600_000
const PAGE = 100
const TYPE = '/providers/Microsoft.ResourceHealth/events'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 })
const app = Fastify()
const texts = await readTexts()

app.get<{ Params: { id: string } }>(
  '/subscriptions/:id/providers/Microsoft.ResourceHealth/events',
  async ({ params: { id } }, reply) => {
    const [found] = await ask<{ organization_id: string; keys: string[] }>('reader', [id])
    const keys = keysOf(id, found?.keys ?? [])
    const start = new Date(Date.now() - WINDOW_MS)
    const [rows, counts] = await Promise.all([
      ask<EventRow>('list', [keys, start, PAGE + 1, PAGE + 1]),
      ask<{ count: string }>('count', [keys, start]),
    ])
    const reader = readerOf(id, found?.organization_id ?? '', new Set(keys))
    reply.header('x-binnacle-active-outside-window', Number(counts[0]?.count))
    return {
      value: rows.map((row) => ({
        id: `${TYPE}/${row.tracking_id}`,
        name: row.tracking_id,
        type: TYPE,
        systemData: row.record.systemData,
        properties: seenBy(row, reader),
      })),
    }
  },
)

async function ask<Row>(name: keyof typeof texts, values: unknown[]): Promise<Row[]> {
  return (await pool.query({ name, text: texts[name], values })).rows
}

/** The texts that the server sends. */
async function readTexts() {
  const window = { keys: [], start: new Date(), filter: undefined }
  const [reader = '', list = '', count = ''] = await recordStatements(pool, async (db) => {
    await store.findReader(db, 'x')
    await store.listEvents(db, { ...window, after: undefined, limit: 1 })
    await store.countActiveBefore(db, window)
  })
  return { reader, list, count }
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
