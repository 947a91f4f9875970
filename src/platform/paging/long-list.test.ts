import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RequestError } from '../errors.ts'
import {
  answerList,
  type LongList,
  MOST_KEYS,
  MOST_LISTS,
  SLICE,
  sortInSlices,
} from './long-list.ts'

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

let endlessReads = 0
const countReads = (keys: readonly number[]) => {
  endlessReads++
  return keys
}

const lists = {
  endless: listOf(MOST_KEYS / MOST_LISTS, countReads),
  empty: listOf(0),
  short: listOf(SLICE),
  long: listOf(5 * SLICE + 1),
  thinned: listOf(5 * SLICE, (keys) => keys.filter((key) => key >= 2 * SLICE)),
  'failing at first': listOf(5 * SLICE, failingFrom(0)),
  'failing later': listOf(50 * SLICE, failingFrom(30 * SLICE)),
}

describe('an answer', () => {
  const app = Fastify({ forceCloseConnections: true })
  let url = ''
  const item = { type: 'object', properties: { n: { type: 'integer' }, text: { type: 'string' } } }
  beforeAll(async () => {
    app.decorateRequest('principal', '')
    app.addHook('onRequest', async (request) => {
      request.principal = String(request.headers['x-caller'])
    })
    app.setErrorHandler((error: RequestError, _request, reply) => {
      const status = error.kind === 'too-many-requests' ? 429 : 500
      return reply.code(status).send({ statusCode: status })
    })
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
  const get = (list: keyof typeof lists, caller = 'ada', signal?: AbortSignal) =>
    fetch(`${url}/?list=${encodeURIComponent(list)}`, {
      headers: { 'x-caller': caller },
      ...(signal && { signal }),
    })

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

  test('of which nobody reads the rest is given up, and its place is free', async () => {
    const hangUp = new AbortController()
    const begun = Array.from({ length: 40 }, () => get('endless', 'grace', hangUp.signal))
    const statuses = await Promise.all(begun.map(async (response) => (await response).status))
    const all = [...Array(MOST_LISTS).fill(200), ...Array(40 - MOST_LISTS).fill(429)]
    expect(statuses.toSorted()).toEqual(all)
    hangUp.abort()
    const listAgain = async () => {
      const response = await get('long', 'grace')
      expect([response.status, (await response.text()).length > SLICE]).toEqual([200, true])
    }
    await vi.waitFor(listAgain, { timeout: 10_000 })
    const before = endlessReads
    await listAgain()
    expect(endlessReads).toBe(before)
  })

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
