import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerList, type LongList, SLICE, sortInSlices } from './long-list.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

/** A list of so many numbers; `read` sees each slice before it is answered. */
function listOf(count: number, read = (keys: readonly number[]) => keys): LongList<number, number> {
  return {
    readFew: async (most) => numbers(Math.min(count, most)),
    readKeys: async () => numbers(count),
    readRows: async (keys) => read(keys),
  }
}

const failingFrom = (first: number) => (keys: readonly number[]) => {
  if (keys.includes(first)) throw new Error('the database is gone')
  return keys
}

const lists = {
  empty: listOf(0),
  short: listOf(SLICE),
  long: listOf(5 * SLICE + 1),
  thinned: listOf(5 * SLICE, (keys) => keys.filter((key) => key >= 2 * SLICE)),
  'failing at first': listOf(5 * SLICE, failingFrom(0)),
  'failing later': listOf(50 * SLICE, failingFrom(30 * SLICE)),
}

describe('an answer', () => {
  const app = Fastify()
  let url = ''
  const item = { type: 'object', properties: { n: { type: 'integer' }, text: { type: 'string' } } }
  beforeAll(async () => {
    app.get<{ Querystring: { list: keyof typeof lists } }>(
      '/',
      { schema: { response: { 200: { type: 'array', items: item } } } },
      ({ query }, reply) =>
        answerList(reply, lists[query.list], (rows) =>
          rows.map((n) => ({ n, text: 'x'.repeat(500), notShown: randomUUID() })),
        ),
    )
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
  })
  const get = (list: keyof typeof lists) => fetch(`${url}/?list=${encodeURIComponent(list)}`)

  test.each([
    ['empty', 0, 0],
    ['short', 0, SLICE],
    ['long', 0, 5 * SLICE + 1],
    ['thinned', 2 * SLICE, 5 * SLICE],
  ] as const)(
    'that is %s is whole, in order, and holds what its schema names',
    async (list, from, to) => {
      const response = await get(list)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const text = 'x'.repeat(500)
      const expected = numbers(to)
        .slice(from)
        .map((n) => ({ n, text }))
      expect(await response.json()).toEqual(expected)
    },
  )

  test('that fails before its first slice is an ordinary error', async () => {
    const response = await get('failing at first')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ statusCode: 500 })
  })

  test('that fails later breaks the connection: no part passes for the whole', async () => {
    const response = await get('failing later')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })
})

test('sorting in slices gives what sorting at once gives, and keeps equals in their order', async () => {
  for (const length of [0, 1, 999, 1000, 1001, 5000, 12_345]) {
    const items = numbers(length).map((i) => ({ i, key: (i * 7919) % 101 }))
    const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key
    expect(await sortInSlices(items, byKey)).toEqual(items.toSorted(byKey))
  }
})
