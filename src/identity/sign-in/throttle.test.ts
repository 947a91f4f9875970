import { beforeEach, describe, expect, test } from 'vitest'
import type { RealTime } from '../../platform/time.ts'
import { makeThrottle, type Throttle } from './throttle.ts'

let now = new Date()
let throttle: Throttle
beforeEach(() => {
  now = new Date()
  throttle = makeThrottle(() => now as RealTime)
})

const guest = (address: string, account = 'ada', browser?: string) => ({
  account,
  address,
  browser,
})
const admit = (who: Parameters<Throttle['admit']>[0]) => throttle.admit(who)
const waits = (...who: Parameters<typeof guest>) => {
  const admitted = admit(guest(...who))
  return 'waitSeconds' in admitted ? admitted.waitSeconds : 0
}
const succeed = (...who: Parameters<typeof guest>) => {
  const admitted = admit(guest(...who))
  if ('succeed' in admitted) admitted.succeed()
  return 'succeed' in admitted
}
const rankOf = (...who: Parameters<typeof guest>) => {
  const admitted = admit(guest(...who))
  if (!('priority' in admitted)) return 'wait'
  admitted.takeBack()
  return admitted.priority.rank
}
const fail = (count: number, address: (i: number) => string, account = 'ada') => {
  for (let i = 0; i < count; i++) expect(waits(address(i), account)).toBe(0)
}

describe('a crowd of fresh addresses', () => {
  test('of one IPv6 /64 is one visitor', () => {
    fail(5, (i) => `2001:db8::${i + 1}`)
    expect(waits('2001:db8::ffff:1')).toBe(1)
    expect(throttle.waitOfUnknownBrowser('2001:db8::2')).toBe(1)
    expect(throttle.waitOfUnknownBrowser('2001:db8:0:1::1')).toBe(0)
    expect(waits('2001:db8:0:1::1')).toBe(0)
  })

  test.each([
    ['IPv6 /48', (i: number) => `2001:db8:0:${i}::1`, '2001:db8:0:ffff::1', '2001:db8:1::1'],
    ['IPv4 /24', (i: number) => `192.0.2.${i}`, '192.0.2.255', '192.0.3.1'],
  ])('of one %s waits together after fifty', (_what, address, inside, outside) => {
    fail(50, address)
    expect(waits(inside)).toBe(1)
    expect(waits(outside)).toBe(0)
  })

  test('does not keep an address waiting that signed in lately, nor a browser that did', () => {
    expect(succeed('192.0.2.200')).toBe(true)
    fail(50, (i) => `192.0.2.${i}`)
    expect(rankOf('192.0.2.200')).toBe(0)
    expect(throttle.waitOfUnknownBrowser('192.0.2.200')).toBe(0)
    expect(throttle.waitOfUnknownBrowser('192.0.2.201')).toBe(1)
    expect(rankOf('192.0.2.7', 'ada', 'browser')).toBe(0)
    expect(rankOf('192.0.2.200', 'bob')).toBe('wait')
    now = new Date(now.getTime() + 8 * 24 * 3_600_000)
    expect(rankOf('192.0.2.200')).toBe(1)
  })
})

describe('who has signed in before', () => {
  test('is throttled as everybody else, for itself', () => {
    for (let i = 0; i < 5; i++) expect(waits('192.0.2.1', 'ada', 'browser')).toBe(0)
    expect(waits('192.0.2.1', 'ada', 'browser')).toBe(1)
    expect(waits('192.0.2.1', 'ada', 'another')).toBe(0)
    expect(succeed('192.0.2.9')).toBe(true)
    fail(5, () => '192.0.2.9')
    expect(waits('192.0.2.9')).toBe(1)
  })
})

describe('a success', () => {
  test('forgives its own account’s failures here, and nobody else’s', () => {
    const address = '192.0.2.1'
    fail(3, () => address, 'bob')
    expect(succeed(address, 'bob')).toBe(true)
    for (let round = 0; round < 5; round++) {
      fail(1, () => address, 'ada')
      if (round < 4) expect(succeed(address, 'bob')).toBe(true)
    }
    expect(waits(address, 'ada')).toBe(1)
    expect(waits(address, 'bob')).toBe(1)
  })

  test('takes back of its network only what it counted itself', () => {
    for (let i = 0; i < 49; i++) {
      fail(1, () => `192.0.2.${i}`)
      expect(succeed(`192.0.2.${i}`, 'bob')).toBe(true)
    }
    fail(1, () => '192.0.2.250')
    expect(waits('192.0.2.251')).toBe(1)
  })

  test('a try that was sent away counts for nothing', () => {
    for (let i = 0; i < 60; i++) expect(rankOf('192.0.2.1')).toBe(1)
  })
})

test('all is forgotten after a quarter of an hour', () => {
  fail(5, () => '192.0.2.1')
  expect(waits('192.0.2.1')).toBe(1)
  now = new Date(now.getTime() + 15 * 60_000 + 1)
  fail(5, () => '192.0.2.1')
})
