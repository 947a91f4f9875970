import { expect, test } from 'vitest'
import { actorOf } from './audit.ts'
import type { Call } from './caller.ts'
import { canonicalizeKey, KEY_LIFETIME_MS } from './repeats/rules.ts'

test('a key is one of its token and path, for a day', () => {
  const key = { header: 'idempotency-key', value: '1', path: '/a' } as never
  const other = { header: 'idempotency-key', value: '1', path: '/b' } as never
  const keys = [
    canonicalizeKey(key, 'one', ''),
    canonicalizeKey(key, 'two', ''),
    canonicalizeKey(key, undefined, ''),
    canonicalizeKey(other, 'one', ''),
  ]
  expect(new Set(keys).size).toBe(4)
  expect(KEY_LIFETIME_MS).toBe(24 * 3_600_000)
})

test('a change by a token of an app is one of the app', () => {
  const caller = { kind: 'app', ownerId: 'one', appId: 'a', token: { id: 'token' } }
  const call = { caller, at: new Date(), source: '192.0.2.1', requestId: '1' } as unknown as Call
  expect(actorOf(call)).toMatchObject({ kind: 'app', id: 'a', tokenId: 'token' })
})
