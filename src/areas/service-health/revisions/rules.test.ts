import { expect, test } from 'vitest'
import { judgeRevision } from './rules.ts'

const READER = new Set(['subscription a'])
const [OWN, OTHER] = [['subscription a'], ['subscription b']]

test.each([
  ['that reaches the reader', OWN, [], OWN, 'event'],
  ['for others', OTHER, [], OTHER, 'nothing'],
  ['that takes an event away', OTHER, OWN, OTHER, 'removed'],
  ['from before an event was taken away', OWN, [], OTHER, 'removed'],
  ['after an event was taken away', OTHER, OTHER, OTHER, 'nothing'],
  ['that gives an event back', OWN, OTHER, OWN, 'event'],
] as const)('a revision %s', (_what, reach, reachBefore, reachNow, expected) => {
  expect(judgeRevision({ reach, reachBefore, reachNow }, READER)).toBe(expected)
})
