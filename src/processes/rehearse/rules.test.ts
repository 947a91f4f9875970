import { expect, test } from 'vitest'
import {
  fillIn,
  findDisorder,
  findRevised,
  isNotified,
  isQuiet,
  pick,
  toOffset,
  toSeconds,
} from './rules.ts'

test.each([
  ['0s', 0, '+0s'],
  ['90s', 90, '+1m 30s'],
  ['1.5h', 5400, '+1h 30m'],
  ['2d 4h', 187_200, '+2d 4h'],
])('%s is %d s, and is shown as %s', (text, seconds, shown) => {
  expect(toSeconds(text)).toBe(seconds)
  expect(toOffset(seconds)).toBe(shown)
})

test('texts are filled in, at every depth', () => {
  const values = { start: new Date('2031-05-05T08:00:00Z'), subscription: 'sub-1', vendor: 'Acme' }
  const given = {
    path: '/{subscription}/{vendor}',
    times: ['{start}', { at: '{start+1d 2h}' }],
    n: 1,
  }
  expect(fillIn(given, values)).toEqual({
    path: '/sub-1/Acme',
    times: ['2031-05-05T08:00:00.000Z', { at: '2031-05-06T10:00:00.000Z' }],
    n: 1,
  })
})

test.each([
  ['properties.status', ['Active']],
  ['value.*.name', ['a', 'b']],
  ['value.*.none', []],
  ['value.-1.name', ['b']],
  ['value.0.name', ['a']],
  ['none.at.all', []],
])('%s picks %j', (path, expected) => {
  const body = { properties: { status: 'Active' }, value: [{ name: 'a' }, { name: 'b' }] }
  expect(pick(body, path)).toEqual(expected)
})

test('steps: in the order of their times, one action each', () => {
  const first = { at: '1h', title: 'first', removeFaults: true } as const
  const early = { at: '30m', title: 'early' }
  const both = { at: '2h', title: 'both', removeFaults: true, removeQuotaOutcomes: true } as const
  const actions = ['removeFaults', 'removeQuotaOutcomes'] as const
  expect(findDisorder([first, { at: '1h', title: 'next' }], actions)).toBeUndefined()
  expect(findDisorder([first, early], actions)).toContain('"early" is earlier')
  expect(findDisorder([first, both], actions)).toContain('"both" does several things')
})

test.each([
  [
    { trackingId: 'A-1', revisions: 2, event: {} },
    { trackingId: 'A-1', revision: 2 },
  ],
  [{ trackingId: 'A-1' }, undefined],
  [null, undefined],
])('a response with %j is of the revision %j', (body, revised) => {
  expect(findRevised(body)).toEqual(revised)
})

test('a revision is told once it has a delivery, and all is quiet once each was tried', () => {
  const attempts = [{ number: 1, at: '', durationMs: 1 }]
  const of = (state: 'pending' | 'delivered', isTried: boolean) => ({
    ...{ trackingId: 'A-1', revision: 1, state },
    attempts: isTried ? attempts : [],
  })
  expect(isNotified([of('pending', false)], { trackingId: 'A-1', revision: 1 })).toBe(true)
  expect(isNotified([of('pending', false)], { trackingId: 'A-1', revision: 2 })).toBe(false)
  expect(isQuiet([of('pending', false), of('delivered', true)])).toBe(false)
  expect(isQuiet([of('pending', false), of('pending', true)])).toBe(true)
  expect(isQuiet([of('delivered', true)])).toBe(true)
})
