import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts'

/** Turns without any time: after the first request of a turn, each turn starts one. Refusals do not wait. */
const LIMITS: FairQueueLimits = {
  freePerAddress: 0,
  freePerNetwork: 100,
  turnMs: 0,
  turnShare: 0,
  maxReads: 100,
  maxReadsInOverload: 100,
  maxWaitingPerFlow: 3,
  maxWaiting: 8,
  maxWaitMs: 60_000,
  shedAfterMs: 60_000,
  maxRefusals: 0,
}

function open(limits: Partial<FairQueueLimits> = {}) {
  const enqueue = createFairQueue({ ...LIMITS, ...limits })
  const started: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const send = (address: string, credential: string, name: string, isRead = true) =>
    enqueue(
      { address, network: `network of ${address[0]}`, credential },
      {
        isRead,
        start(end) {
          started.push(name)
          ends.set(name, end)
        },
        refuse: () => void refused.push(name),
      },
    )
  const runTurns = async () => {
    for (let turn = 0; turn < 30; turn++) await nextTurn()
    return started
  }
  return { send, runTurns, ends, started, refused }
}

test('while the event loop has time, a request starts when it arrives', () => {
  const { send, started } = open({ turnMs: 1000 })
  send('a', '', 'a1')
  send('a', '', 'a2')
  expect(started).toEqual(['a1', 'a2'])
})

test('one address after another starts a request, whichever sends most', async () => {
  const { send, runTurns } = open()
  for (const name of ['a1', 'a2', 'a3']) send('a', '', name)
  send('b', '', 'b1')
  send('c', '', 'c1')
  expect(await runTurns()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('within an address one credential after another starts a request', async () => {
  const { send, runTurns } = open()
  for (const name of ['x1', 'x2', 'x3']) send('a', 'x', name)
  send('a', 'y', 'y1')
  expect(await runTurns()).toEqual(['x1', 'y1', 'x2', 'x3'])
})

test('one turn starts as many as it has time for, and at least one', async () => {
  const { send, started } = open()
  send('a', '', 'a1')
  send('b', '', 'b1')
  expect(started).toEqual([])
  await nextTurn()
  await nextTurn()
  expect(started.length).toBeGreaterThan(0)
})

test.each([
  { turnShare: 0, maxReads: 8, count: 1 },
  { turnShare: 1, maxReads: 8, count: 8 },
  { turnShare: 1, maxReads: 0, count: 1 },
])(
  'a turn that is busy otherwise starts for its share of that time, unless many are in flight: $turnShare, $maxReads',
  async ({ count, ...limits }) => {
    const { send, started } = open(limits)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) send(name, '', name)
    const busyUntil = performance.now() + 50
    while (performance.now() < busyUntil);
    await nextTurn()
    await Promise.resolve()
    expect(started).toHaveLength(count)
  },
)

test('with as many reads in flight as there may be, the next waits; writes do not count', async () => {
  const { send, runTurns, ends, started } = open({ maxReads: 2, turnMs: 1000 })
  for (const name of ['w1', 'w2', 'w3']) send('a', '', name, false)
  for (const name of ['r1', 'r2', 'r3']) send('a', '', name)
  expect(started).toEqual(['w1', 'w2', 'w3', 'r1', 'r2'])
  expect(await runTurns()).toContain('r3')
  for (const end of ends.values()) end()
  send('a', '', 'r4')
  expect(started).toContain('r4')
})

test('until a second after a refusal, fewer reads run', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = { maxReads: 4, maxReadsInOverload: 2, turnMs: 10_000, maxWaiting: 0 }
  const { send, ends, started, refused } = open(limits)
  for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) send('a', '', name)
  expect([started, refused]).toEqual([['r1', 'r2', 'r3', 'r4'], ['r5']])
  for (const name of ['r1', 'r2']) ends.get(name)?.()
  send('a', '', 'r6')
  expect(refused).toEqual(['r5', 'r6'])
  vi.advanceTimersByTime(1001)
  send('a', '', 'r7')
  expect(started).toContain('r7')
})

test('a flow with too many waiting is refused, the others are not', async () => {
  const { send, runTurns, refused } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4']) send('a', '', name)
  send('a', 'x', 'x1')
  send('b', '', 'b1')
  expect(refused).toEqual(['a4'])
  expect(await runTurns()).toHaveLength(5)
})

describe('when all that may wait do', () => {
  test('an address with its equal part is refused, one with less is not', async () => {
    const { send, runTurns, refused } = open({ maxWaiting: 4 })
    for (const name of ['v', 'w', 'x', 'y', 'z']) send('a', name, name)
    for (const name of ['b1', 'b2', 'b3']) send('b', '', name)
    send('c', '', 'c1')
    expect(refused).toEqual(['z', 'b3'])
    expect(await runTurns()).toEqual(['v', 'b1', 'c1', 'w', 'b2', 'x', 'y'])
  })

  test('as many again may wait of addresses that have less', () => {
    const { send, refused } = open({ maxWaiting: 2 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) send(name, '', name)
    expect(refused).toEqual(['e'])
  })

  test('what has started counts no longer', async () => {
    const { send, runTurns, refused } = open({ maxWaiting: 2 })
    for (const name of ['x', 'y']) send('a', name, name)
    await runTurns()
    for (const name of ['x', 'y', 'z']) send('a', name, `${name}2`)
    expect(refused).toEqual(['z2'])
  })
})

test('what has waited too long is refused instead of started', async () => {
  const { send, runTurns, started, refused } = open({ maxWaitMs: -1 })
  send('a', '', 'a1')
  await runTurns()
  expect([started, refused]).toEqual([[], ['a1']])
})

test('an address with few requests under way never waits', async () => {
  const { send, runTurns, ends, started } = open({ freePerAddress: 1 })
  send('a', '', 'a1')
  send('a', '', 'a2')
  send('b', '', 'b1')
  expect(started).toEqual(['a1', 'b1'])
  ends.get('b1')?.()
  send('b', '', 'b2')
  expect(started).toEqual(['a1', 'b1', 'b2'])
  expect(await runTurns()).toEqual(['a1', 'b1', 'b2', 'a2'])
})

test('of a network with many requests under way, every address waits', async () => {
  const { send, runTurns, ends, started } = open({ freePerAddress: 1, freePerNetwork: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) send(name, '', name)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  expect(await runTurns()).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const end of ends.values()) end()
  send('a4', '', 'a4')
  expect(started).toContain('a4')
})

test('refusals wait for their turn, until too many do', async () => {
  const { send, runTurns, refused } = open({ maxWaitingPerFlow: 0, maxRefusals: 2 })
  for (const name of ['a1', 'a2', 'a3']) send('a', '', name)
  expect(refused).toEqual(['a3'])
  await nextTurn()
  await Promise.resolve()
  expect(refused).toHaveLength(2)
  await runTurns()
  expect(refused).toEqual(['a3', 'a1', 'a2'])
})

describe('a flow that is late', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    return () => vi.useRealTimers()
  })

  /** Each turn starts one, 60 ms after the one before. */
  async function runLateTurns(count: number) {
    for (let turn = 0; turn < count; turn++) {
      vi.advanceTimersByTime(60)
      await nextTurn()
      await Promise.resolve()
    }
  }
  const openLate = () => open({ shedAfterMs: 50, maxWaitingPerFlow: 10 })

  test('after 100 ms loses what waited too long, but not its last request', async () => {
    const { send, started, refused } = openLate()
    for (const name of ['x1', 'x2', 'x3', 'x4', 'x5']) send('a', 'x', name)
    await runLateTurns(2)
    expect([started, refused]).toEqual([['x1', 'x2'], []])
    await runLateTurns(1)
    expect([started, refused]).toEqual([
      ['x1', 'x2', 'x5'],
      ['x3', 'x4'],
    ])
  })

  test('starts what has not waited for long', async () => {
    const { send, started, refused } = openLate()
    for (const name of ['x1', 'x2', 'x3']) send('a', 'x', name)
    await runLateTurns(2)
    vi.advanceTimersByTime(60)
    for (const name of ['x4', 'x5']) send('a', 'x', name)
    await nextTurn()
    await Promise.resolve()
    expect([started, refused]).toEqual([['x1', 'x2', 'x4'], ['x3']])
  })

  test('takes nothing from others', async () => {
    const { send, started, refused } = openLate()
    for (const name of ['x1', 'x2', 'x3', 'x4']) send('a', 'x', name)
    for (const name of ['y', 'z']) send('a', name, name)
    send('b', '', 'b1')
    await runLateTurns(7)
    expect(refused).not.toEqual([])
    expect(started).toEqual(expect.arrayContaining(['y', 'z', 'b1']))
  })

  test('is not shed when the process only stood still', async () => {
    const { send, runTurns, refused } = openLate()
    for (const name of ['x1', 'x2', 'x3', 'x4']) send('a', 'x', name)
    vi.advanceTimersByTime(10_000)
    expect(await runTurns()).toHaveLength(4)
    expect(refused).toEqual([])
  })
})
