import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { openStream } from '../../../../test/support/http/stream.ts'
import { announce } from '../../db/changes/announce.ts'
import { NoConnection } from '../../db/unavailable.ts'
import type { Item } from './feed.ts'
import { openHub } from './hub.ts'

const database = useDatabase()
const app = Fastify()
let url: string
let reads = 0
const items: Item[] = []
let verify: () => Promise<void>
let look: () => Promise<unknown>
let looking = 0
let mostLooking = 0
const add = (data: string) =>
  void items.push({ position: items.length + 1, event: 'item', data: JSON.stringify(data) })

/** A feed in memory: this is about when it is read and how its items are written. */
const feed = {
  name: 'events',
  async findPositions(keys: readonly string[]) {
    mostLooking = Math.max(mostLooking, ++looking)
    await look()
    looking--
    return new Map(keys.map((key) => [key, items.length] as const))
  },
  async readAfter(_key: string, position: number) {
    reads++
    const page = items.slice(position, position + 5)
    return {
      items: page,
      position: position + page.length,
      hasMore: items.length > position + page.length,
    }
  },
}

beforeAll(async () => {
  const limits = { mostStreams: 20, mostStreamsPerCaller: 20 }
  const hub = openHub(app, { databaseUrl: database.url, log: app.log, ...limits })
  app.get('/stream', (request, reply) =>
    hub.open(reply, {
      feed,
      key: 'a',
      caller: 'ada',
      lastSeen: request.headers['last-event-id'] as string | undefined,
      verify: () => verify(),
    }),
  )
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/stream`
})
afterAll(() => app.close())
beforeEach(() => {
  items.length = 0
  verify = async () => undefined
  look = async () => undefined
})

describe('a change', () => {
  test('that is announced comes at once', async () => {
    const stream = await openStream(url, '')
    await stream.next('start')
    // The connection that listens is opened with the first stream.
    await delay(500)
    const delays: number[] = []
    for (let i = 0; i < 3; i++) {
      add(`item ${i}`)
      const at = performance.now()
      announce(database.db, 'events')
      await stream.next('item')
      delays.push(performance.now() - at)
    }
    expect(Math.min(...delays)).toBeLessThan(500)
    stream.close()
  })

  test('that nobody announces comes within about two seconds', async () => {
    const stream = await openStream(url, '')
    await stream.next('start')
    add('silent')
    expect((await stream.next('item', 4000)).data).toBe('silent')
    stream.close()
  })

  test('is read again only when there is one', async () => {
    const stream = await openStream(url, '')
    await stream.next('start')
    await delay(300)
    const before = reads
    await delay(4500)
    expect(reads).toBe(before)
    stream.close()
  })
})

describe('when access cannot be checked', () => {
  const fail = async () => {
    throw new NoConnection('cannot connect')
  }

  test('for a moment, nothing is sent, and the stream goes on afterwards', async () => {
    const stream = await openStream(url, '')
    await stream.next('start')
    verify = fail
    add('late')
    announce(database.db, 'events')
    await delay(2500)
    expect(stream.frames.map(({ event }) => event)).toEqual(['start'])
    verify = async () => undefined
    expect((await stream.next('item', 2000)).data).toBe('late')
    stream.close()
  })

  test.each([
    ['fails', fail],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('and each check %s, the stream ends within five seconds', async (_, check) => {
    const stream = await openStream(url, '')
    await stream.next('start')
    verify = check
    const at = performance.now()
    add('secret')
    announce(database.db, 'events')
    expect((await stream.next('end')).data).toMatchObject({ code: 'AccessNotVerified' })
    expect(performance.now() - at).toBeLessThan(5000)
    expect(stream.text()).not.toContain('secret')
  })

  test('before a stream begins late, it is checked again', async () => {
    look = () => delay(1200)
    verify = async () => {
      throw Object.assign(new Error('gone'), { statusCode: 404 })
    }
    const refused = await openStream(url, '')
    expect(refused.status).toBe(404)
  })
})

describe('positions', () => {
  test('that go back, as after a restore, are told to those who wait for later ones', async () => {
    for (let n = 0; n < 7; n++) add(`lost ${n}`)
    const stream = await openStream(url, '')
    expect(await stream.next('start')).toMatchObject({ id: 'events-7' })
    items.length = 3
    expect(await stream.next('reset')).toMatchObject({ id: 'events-3' })
    add('another')
    expect(await stream.next('item')).toMatchObject({ id: 'events-4', data: 'another' })
    stream.close()
  })

  test('are looked at again only after the last look has ended', async () => {
    const stream = await openStream(url, '')
    await stream.next('start')
    mostLooking = 0
    look = () => delay(5000)
    await delay(8000)
    expect(mostLooking).toBe(1)
    stream.close()
  })
})

test('who is silent for fifteen seconds is sent a line that means nothing', async () => {
  const stream = await openStream(url, '')
  await stream.next('start')
  await expect.poll(() => stream.text(), { timeout: 20_000, interval: 250 }).toMatch(/\n\n:\n\n$/)
  stream.close()
}, 30_000)

test('who does not read is cut off, and what is kept for it is bounded', async () => {
  const { hostname, port } = new URL(url)
  const socket = connectSocket(Number(port), hostname)
  socket.pause()
  socket.write('GET /stream HTTP/1.1\r\nHost: a\r\nLast-Event-ID: events-0\r\n\r\n')
  const large = 'x'.repeat(2_000_000)
  for (let i = 0; i < 50; i++) add(large)
  const before = process.memoryUsage().external + process.memoryUsage().heapUsed
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  announce(database.db, 'events')
  await delay(12_500)
  const after = process.memoryUsage().external + process.memoryUsage().heapUsed
  expect(after - before).toBeLessThan(60_000_000)
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(60_000_000)
}, 30_000)

test('many who do not read a large event: some are told to come back, and who reads gets it', async () => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connectSocket(Number(port), hostname)
    socket.pause()
    socket.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n')
    return socket
  })
  await delay(500)
  // More than systems keep for a connection by themselves.
  add('x'.repeat(12_000_000))
  announce(database.db, 'events')
  await delay(4000)
  const received = sockets.map(async (socket) => {
    let last = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      last = (last + text).slice(-500)
    })
    socket.resume()
    await once(socket, 'close')
    return last
  })
  const stream = await openStream(url, '', 'events-0')
  expect((await stream.next('item')).data).toHaveLength(12_000_000)
  stream.close()
  for (const socket of sockets) setTimeout(() => socket.destroy(), 3000)
  const ended = (await Promise.all(received)).filter((text) => text.includes('StreamBehind'))
  expect(ended.length).toBeGreaterThan(3)
}, 30_000)

test('at the end of the process all streams are told to come back', async () => {
  const streams = await Promise.all([openStream(url, ''), openStream(url, '')])
  for (const stream of streams) await stream.next('start')
  const closing = app.close()
  for (const stream of streams) {
    expect((await stream.next('end')).data).toMatchObject({ code: 'ServerStopping' })
    await stream.ended(1000)
  }
  await closing
})
