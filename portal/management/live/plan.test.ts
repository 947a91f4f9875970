import { describe, expect, test } from 'vitest'
import { countFailures, planNext } from './plan.ts'

const ended = (code: string, failures = 1) => planNext({ kind: 'ended', code }, failures, 0.5)
const refused = (status: number, failures = 1) =>
  planNext({ kind: 'refused', status }, failures, 0.5)

describe('after a stream', () => {
  test.each(['ServerStopping', 'StreamBehind', 'AccessNotVerified'])(
    '%s: connects again after 0.2 to 3 s',
    (code) => {
      const waits = [0, 0.5, 1].map((random) => planNext({ kind: 'ended', code }, 1, random).waitMs)
      expect(waits).toEqual([200, 1600, 3000])
      expect(ended(code)).toMatchObject({ reloads: false, renewsBearer: false })
    },
  )

  test('whose bearer has ended: with another one', () => {
    expect(ended('ExpiredAuthenticationToken')).toMatchObject({ renewsBearer: true })
    expect(ended('InvalidAuthenticationToken')).toMatchObject({ renewsBearer: true })
  })

  test('of somebody who was put out: the page is loaded at once, and says so', () => {
    expect(ended('AuthorizationFailed')).toMatchObject({ waitMs: 0, reloads: true })
    expect(ended('SubscriptionNotFound')).toMatchObject({ waitMs: 0, reloads: true })
    expect(ended('SubscriptionNotFound', 2)).toMatchObject({ waitMs: 30_000, reloads: true })
  })

  test.each(['StreamBehind', 'ExpiredAuthenticationToken'])(
    '%s again and again: ever later, and lists are loaded meanwhile',
    (code) => {
      const plans = [1, 2, 3, 4, 9].map((failures) => ended(code, failures))
      expect(plans.map(({ waitMs }) => waitMs)).toEqual([1600, 4500, 9000, 18_000, 22_500])
      expect(plans.map(({ reloads }) => reloads)).toEqual([false, false, true, true, true])
    },
  )

  test('however late: browsers that were cut off together come back apart', () => {
    const waits = [0, 0.5, 1].map((random) => planNext({ kind: 'lost' }, 9, random).waitMs)
    expect(waits).toEqual([15_000, 22_500, 30_000])
  })

  test('that was lost: soon, then ever later up to half a minute, and lists are loaded meanwhile', () => {
    const plans = [1, 2, 3, 4, 5, 9].map((failures) => planNext({ kind: 'lost' }, failures, 0.5))
    expect(plans.map(({ waitMs }) => waitMs)).toEqual([1600, 4500, 9000, 18_000, 22_500, 22_500])
    expect(plans.map(({ reloads }) => reloads)).toEqual([false, false, true, true, true, true])
  })
})

describe('without a stream', () => {
  test('404: lists are loaded every 30 s', () => {
    expect(refused(404)).toEqual({ waitMs: 30_000, reloads: true, renewsBearer: false })
  })

  test('401: one attempt with a new bearer', () => {
    expect(refused(401, 1)).toMatchObject({ waitMs: 0, renewsBearer: true })
    expect(refused(401, 2)).toMatchObject({ waitMs: 30_000, renewsBearer: false })
  })

  test.each([0, 429, 503])('%i: again, as after a stream that was lost', (status) => {
    expect(refused(status)).toEqual(planNext({ kind: 'lost' }, 1, 0.5))
  })
})

test('only a stream that lasted makes up for failures', () => {
  expect(countFailures(3, 9999)).toBe(4)
  expect(countFailures(3, 10_000)).toBe(1)
  expect(countFailures(0, Number.NEGATIVE_INFINITY)).toBe(1)
})
