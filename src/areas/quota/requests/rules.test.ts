import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSame, isOpen, mayFollow, messageOf, requestStateOf, statesBefore } from './rules.ts'
import { QUOTA_STATES } from './wire.ts'

const state = fc.constantFrom(...QUOTA_STATES)

describe('the whole', () => {
  test.each([
    [['Accepted', 'Accepted'], 'Accepted'],
    [['Accepted', 'InProgress'], 'InProgress'],
    [['Accepted', 'Succeeded'], 'InProgress'],
    [['InProgress', 'Failed'], 'InProgress'],
    [['Succeeded', 'Succeeded'], 'Succeeded'],
    [['Invalid', 'Invalid'], 'Invalid'],
    [['Invalid', 'Failed'], 'Failed'],
    [['Succeeded', 'Failed'], 'Failed'],
    [['Succeeded', 'Invalid'], 'Failed'],
    [['Failed'], 'Failed'],
  ] as const)('of %j is %s', (subRequests, whole) =>
    expect(requestStateOf(subRequests)).toBe(whole),
  )

  test('is open exactly as long as a sub-request is, and does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1 }), (subRequests) => {
        expect(isOpen(requestStateOf(subRequests))).toBe(subRequests.some(isOpen))
        expect(requestStateOf(subRequests.toReversed())).toBe(requestStateOf(subRequests))
      }),
    )
  })

  test('never goes back: what its sub-requests may do next leaves an end an end', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(state, state), { minLength: 1 }), (moves) => {
        const before = moves.map(([from]) => from)
        const after = moves.map(([from, to]) => (mayFollow(from, to) ? to : from))
        if (!isOpen(requestStateOf(before)))
          expect(requestStateOf(after)).toBe(requestStateOf(before))
      }),
    )
  })
})

test('nothing follows an end, and Accepted follows nothing', () => {
  for (const to of QUOTA_STATES) {
    expect(['Succeeded', 'Failed', 'Invalid'].some((from) => mayFollow(from as never, to))).toBe(
      false,
    )
  }
  expect(statesBefore('Accepted')).toEqual([])
  expect(statesBefore('Failed')).toEqual(['Accepted', 'InProgress'])
})

test('one sub-request speaks for itself, several are counted', () => {
  const subRequest = { resourceName: 'cores', message: 'Why.' }
  expect(messageOf([{ ...subRequest, state: 'Failed' }])).toBe('Why.')
  expect(
    messageOf([
      { ...subRequest, state: 'Failed' },
      { ...subRequest, state: 'Accepted' },
    ]),
  ).toBe('Of 2 resources: 1 not granted, 1 in progress. cores: Why.')
})

test('the same is what asks for the same, in one request', () => {
  const subRequest = (requestId: string, requestedLimit: number, isSame = true) => ({
    requestId,
    requestedLimit,
    isSame,
  })
  const a = { resourceKey: 'a', requestedLimit: 1 }
  const b = { resourceKey: 'b', requestedLimit: 2 }
  expect(findSame([a], new Map())).toBeUndefined()
  expect(findSame([a], new Map([['a', subRequest('x', 1)]]))).toBe('x')
  expect(findSame([a], new Map([['a', subRequest('x', 2)]]))).toBeUndefined()
  expect(findSame([a], new Map([['a', subRequest('x', 1, false)]]))).toBe('x')
  const both = (isSame: boolean, other = subRequest('x', 2, isSame)) =>
    new Map([
      ['a', subRequest('x', 1, isSame)],
      ['b', other],
    ])
  expect(findSame([a, b], new Map())).toBeUndefined()
  expect(findSame([a, b], both(true))).toBe('x')
  expect(findSame([a, b], both(false))).toBeUndefined()
  expect(findSame([a, b], both(true, subRequest('y', 2, false)))).toBeUndefined()
  expect(findSame([a, b], new Map([['b', subRequest('x', 2)]]))).toBe('x')
  expect(findSame([a, b], new Map([['b', subRequest('x', 2, false)]]))).toBeUndefined()
})
