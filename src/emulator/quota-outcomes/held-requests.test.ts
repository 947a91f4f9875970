import { expect, test } from 'vitest'
import { systemProductTime } from '../../platform/time.ts'
import { createHeldRequests } from './held-requests.ts'
import { MOST_WAITING, type NewOutcome, type OutcomeEnd } from './rules.ts'

/** Holds requests, and answers how those that have ended did. */
function openHeld() {
  const held = createHeldRequests(systemProductTime)
  const ended = new Map<string, OutcomeEnd>()
  const hold = (id: string, outcome: NewOutcome) =>
    held.hold(
      {
        id: `part of ${id}`,
        requestId: id,
        submittedAt: systemProductTime(),
        end: async (how) => void ended.set(id, how),
      },
      outcome,
    )
  return { ...held, hold, ended }
}

const ids = (count: number, what: string) => Array.from({ length: count }, (_, n) => `${what} ${n}`)
const GRANT = { kind: 'grant' } as const

test('polls of a request that waits are counted, whatever else is polled in between', async () => {
  const { hold, countPoll, ended } = openHeld()
  await countPoll('early')
  for (const id of ['early', 'late']) await hold(id, { afterPolls: 2, end: GRANT })
  await countPoll('late')
  for (const id of ids(MOST_WAITING + 1, 'other')) await countPoll(id)
  for (const id of ['early', 'late']) await countPoll(id)
  expect([...ended.keys()]).toEqual([])
  for (const id of ['early', 'late']) await countPoll(id)
  expect([...ended.keys()]).toEqual(['early', 'late'])
})

test('so many can wait; one more is denied, unless it ends at once', async () => {
  const { hold, countPoll, ended, clear } = openHeld()
  for (const id of ids(MOST_WAITING, 'waiting')) await hold(id, { afterPolls: 1, end: GRANT })
  expect(ended.size).toBe(0)
  await hold('at once', { end: GRANT })
  await hold('one more', { afterPolls: 1, end: GRANT })
  expect([...ended]).toEqual([
    ['at once', GRANT],
    ['one more', expect.objectContaining({ kind: 'deny', code: 'TooManyWaitingRequests' })],
  ])
  await countPoll('waiting 0')
  await countPoll('waiting 0')
  ended.clear()
  await hold('in its place', { afterPolls: 1, end: GRANT })
  expect(ended.size).toBe(0)
  clear()
})
