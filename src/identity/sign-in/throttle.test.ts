import { beforeEach, describe, expect, test } from 'vitest'
import type { RealTime } from '../../platform/time.ts'
import { MOST_PAUSED, makePause, makeThrottle, type Throttle } from './throttle.ts'

let now = new Date()
let throttle: Throttle
beforeEach(() => {
  now = new Date()
  throttle = makeThrottle(() => now as RealTime)
})

const guest = (address: string, account = 'ada', browser?: string) => ({
  login: account,
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
const waitAt = (address: string, login = 'anybody') =>
  throttle.findWaitOfUnknownBrowser({ address, login })?.waitSeconds ?? 0
const rankOf = (...who: Parameters<typeof guest>) => {
  const admitted = admit(guest(...who))
  if (!('priority' in admitted)) return 'wait'
  admitted.takeBack()
  return admitted.priority.rank
}
const fail = (
  count: number,
  address: (i: number) => string,
  account: string | ((i: number) => string) = 'ada',
) => {
  for (let i = 0; i < count; i++) {
    expect(waits(address(i), typeof account === 'string' ? account : account(i))).toBe(0)
  }
}
/** So that only the address and the network count. */
const eachOther = (i: number) => `person-${i}`

describe('a crowd of fresh addresses', () => {
  test('of one IPv6 /64 is one visitor', () => {
    fail(5, (i) => `2001:db8::${i + 1}`)
    expect(waits('2001:db8::ffff:1')).toBe(1)
    expect(waitAt('2001:db8::2')).toBe(1)
    expect(waitAt('2001:db8:0:1::1')).toBe(0)
    expect(waits('2001:db8:0:1::1')).toBe(0)
  })

  test.each([
    ['IPv6 /48', (i: number) => `2001:db8:0:${i}::1`, '2001:db8:0:ffff::1', '2001:db8:1::1'],
    ['IPv4 /24', (i: number) => `192.0.2.${i}`, '192.0.2.255', '192.0.3.1'],
  ])('of one %s waits together after fifty', (_what, address, inside, outside) => {
    fail(50, address, eachOther)
    expect(waits(inside)).toBe(1)
    expect(waits(outside)).toBe(0)
  })

  test('does not keep an address waiting that signed in lately, nor a browser that did', () => {
    expect(succeed('192.0.2.200')).toBe(true)
    fail(50, (i) => `192.0.2.${i}`, eachOther)
    expect(rankOf('192.0.2.200')).toBe(0)
    expect(waitAt('192.0.2.200')).toBe(0)
    expect(waitAt('192.0.2.201')).toBe(1)
    expect(rankOf('192.0.2.7', 'ada', 'browser')).toBe(0)
    expect(rankOf('192.0.2.200', 'bob')).toBe('wait')
    expect(rankOf('192.0.3.1')).toBe(1)
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
      fail(1, () => `192.0.2.${i}`, eachOther(i))
      expect(succeed(`192.0.2.${i}`, 'bob')).toBe(true)
    }
    fail(1, () => '192.0.2.250')
    expect(waits('192.0.2.251')).toBe(1)
  })

  test('a try that was sent away counts for nothing', () => {
    for (let i = 0; i < 60; i++) expect(rankOf('192.0.2.1')).toBe(1)
  })
})

describe('one login, each time from another network', () => {
  const network = (i: number) => `10.0.${i}.1`
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }

  test('after ten failures each further try waits twice as long, up to a minute', () => {
    fail(10, network)
    const pauses: number[] = []
    for (let i = 10; i < 20; i++) {
      const seconds = waits(network(i))
      pauses.push(seconds)
      expect(waitAt(network(i), ' ADA ')).toBe(seconds)
      later(seconds)
      fail(1, () => network(100 + i))
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  test('known browsers and known addresses do not wait, nor do other logins', () => {
    expect(succeed('192.0.2.1')).toBe(true)
    fail(10, network)
    expect(waits(network(11))).toBe(1)
    expect(rankOf(network(11), 'ada', 'browser')).toBe(0)
    expect(rankOf('192.0.2.1')).toBe(0)
    expect(rankOf(network(11), 'bob')).toBe(1)
    expect(waitAt('192.0.2.1', 'ada')).toBe(0)
  })

  test('waits alike whether somebody has it or not, and says whose it is to the audit trail', () => {
    for (const account of ['id-of-ada', null]) {
      const login = `${account}`
      const attempt = (i: number) => ({ login, account, address: network(i), browser: undefined })
      for (let i = 0; i < 10; i++) expect(admit(attempt(i))).toHaveProperty('priority')
      const wait = { waitSeconds: 1, because: 'login', account }
      expect(admit(attempt(10))).toEqual(wait)
      expect(throttle.findWaitOfUnknownBrowser({ login, address: network(10) })).toEqual(wait)
      later(16 * 60)
    }
  })

  test('many at once do not all pass as the tenth', () => {
    const admitted = Array.from({ length: 1000 }, (_none, i) =>
      admit(guest(`10.${i >> 8}.${i & 255}.1`)),
    )
    expect(admitted.filter((each) => 'priority' in each)).toHaveLength(10)
  })

  test('a success takes back what its address has failed, and leaves the others’', () => {
    fail(6, network)
    fail(3, () => '192.0.2.1')
    expect(succeed('192.0.2.1')).toBe(true)
    fail(4, (i) => network(50 + i))
    expect(waits(network(60))).toBe(1)
  })
})

test('whoever is told to wait pauses first, and beyond so many at once nobody does', async () => {
  const pause = makePause(50)
  const started = performance.now()
  let over = 0
  const first = Array.from({ length: MOST_PAUSED }, () => pause({}).then(() => over++))
  await pause({})
  expect(over).toBe(0)
  await Promise.all(first)
  expect(performance.now() - started).toBeGreaterThan(49)
})

test('guesses on one connection pause one after the other', async () => {
  const pause = makePause(50)
  const connection = {}
  const started = performance.now()
  await Promise.all([pause(connection), pause(connection), pause(connection), pause({})])
  expect(performance.now() - started).toBeGreaterThan(149)
})

test('all is forgotten after a quarter of an hour', () => {
  fail(5, () => '192.0.2.1')
  expect(waits('192.0.2.1')).toBe(1)
  now = new Date(now.getTime() + 15 * 60_000 + 1)
  fail(5, () => '192.0.2.1')
})
