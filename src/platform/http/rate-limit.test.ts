import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Caller } from '../caller.ts'
import { limitRates, refill } from './rate-limit.ts'

const bucket = { burst: 10, perSecond: 2 }

test.each([
  [0, 0, 0],
  [0, 500, 1],
  [0, 60_000, 10],
  [9, 5_000, 10],
  [3, -1_000, 3],
])('a bucket with %d in it holds after %d ms: %d', (tokens, laterMs, expected) => {
  expect(refill({ tokens, atMs: 1_000_000 }, bucket, 1_000_000 + laterMs).tokens).toBe(expected)
})

/** Calls the limiter as a route would, and tells what it answered. */
function useLimiter() {
  let nowMs = 0
  const limits = { reads: { burst: 2, perSecond: 1 }, writes: { burst: 1, perSecond: 0.1 } }
  const limit = limitRates(limits, 'tenant', () => new Date(nowMs))
  const call = (id: string, method = 'GET') => {
    const headers: Record<string, unknown> = {}
    const caller = { token: { homeId: 'h', id } } as Caller
    const reply = {
      header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
    }
    try {
      limit(caller, { method } as FastifyRequest, reply as unknown as FastifyReply)
      return { headers }
    } catch (error) {
      return { headers, error }
    }
  }
  return { call, pass: (ms: number) => (nowMs += ms) }
}

test('the last of the allowance is told, then refused with the time to wait, then given back', () => {
  const { call, pass } = useLimiter()
  expect(call('a').headers).toEqual({ 'x-ms-ratelimit-remaining-tenant-reads': 1 })
  expect(call('a').headers).toEqual({ 'x-ms-ratelimit-remaining-tenant-reads': 0 })
  expect(call('a').error).toMatchObject({ kind: 'too-many-requests', retryAfterSeconds: 1 })
  pass(1000)
  expect(call('a').error).toBeUndefined()
})

test('callers do not use up each other’s allowance, nor reads that of writes', () => {
  const { call } = useLimiter()
  for (let i = 0; i < 3; i++) call('a')
  expect(call('b').error).toBeUndefined()
  expect(call('a', 'POST').error).toBeUndefined()
  expect(call('a', 'DELETE').error).toMatchObject({ retryAfterSeconds: 10 })
})
