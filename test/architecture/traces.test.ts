import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { listTraces } from './traces.ts'

const secret = randomBytes(32).toString('base64url')
const json = (before: string) => Buffer.from(`{"${before}":"${secret}","x":1}`)

test.each([
  ['clear', json('a').toString()],
  ['hex', json('a').toString('hex')],
  ['base64', json('a').toString('base64')],
  ['base64, one further', json('ab').toString('base64')],
  ['base64, two further', json('abc').toString('base64')],
  ['base64url', json('ab').toString('base64url')],
  ['its bytes as hex', Buffer.from(secret, 'base64url').toString('hex')],
  ['hex as base64', Buffer.from(json('a').toString('hex')).toString('base64')],
])('a secret is found in %s', (_how, text) => {
  expect(listTraces(secret).some((trace) => text.includes(trace))).toBe(true)
})

test('a password with spaces is found in a form', () => {
  const form = new URLSearchParams({ password: 'a b/c' }).toString()
  expect(listTraces('a b/c').some((trace) => form.includes(trace))).toBe(true)
})

test('nothing else is found', () => {
  const others = [json('a'), randomBytes(4000)].map((bytes) => bytes.toString('base64')).join()
  const another = randomBytes(32).toString('base64url')
  expect(listTraces(another).filter((trace) => others.includes(trace))).toEqual([])
  expect(Math.min(...listTraces(another).map((trace) => trace.length))).toBeGreaterThan(30)
})
