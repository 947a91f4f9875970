import { expect, test } from 'vitest'
import { toSentence } from './reason-sentence.ts'

const WEST = { impactedService: 'Storage', impactedRegion: 'West US' }
const CACHE = { impactedService: 'Cache' }

test.each([
  [
    { audience: 'footprint', matches: [WEST, CACHE] },
    'You see this event because your subscription uses these affected services: Storage in West US, Cache in all regions.',
  ],
  [
    { audience: 'everyone', matches: [] },
    'You see this event because it was published to all subscriptions. Your subscription uses none of the affected services in the affected regions.',
  ],
  [
    { audience: 'everyone', matches: [WEST] },
    'You see this event because it was published to all subscriptions. Your subscription uses these affected services: Storage in West US.',
  ],
  [
    { audience: 'subscriptions', matches: [] },
    'You see this event because it was published to this subscription by its id. Your subscription uses none of the affected services in the affected regions.',
  ],
] as const)('%j', ({ audience, matches }, sentence) => {
  expect(toSentence({ audience, matches: [...matches] }, true)).toBe(sentence)
})

test('nothing is said of what is used if the event affects no service', () => {
  expect(toSentence({ audience: 'subscriptions', matches: [] }, false)).toBe(
    'You see this event because it was published to this subscription by its id.',
  )
})

test('at most five are named', () => {
  const matches = Array.from({ length: 7 }, (_, n) => ({ ...WEST, impactedRegion: `R${n}` }))
  expect(toSentence({ audience: 'footprint', matches }, true)).toMatch(
    /Storage in R4 and 2 more\.$/,
  )
})
