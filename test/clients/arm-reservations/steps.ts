import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Quota } from '../../support/server/quota.ts'
import type { Sent } from '../sent.ts'
import { RETRY_AFTER_S } from './installation.ts'

/** A poller that still polls after this long never ends. */
const LONGEST_MS = 120_000

export const timeLimit = () => ({ abortSignal: AbortSignal.timeout(LONGEST_MS) })

export async function decideNext(quota: Quota, sub: string, decision: object): Promise<void> {
  const waiting = await findWaiting(quota, sub)
  expect((await quota.decide(waiting, decision)).status).toBe(204)
}

export async function findWaiting(quota: Quota, sub: string) {
  for (let tries = 0; tries < 100; tries++) {
    const [first] = await quota.waiting(sub)
    if (first) return first
    await delay(100)
  }
  throw new Error(`nothing waits in ${sub}`)
}

/** Each client makes its first two polls without waiting. */
export function expectPace(sent: readonly Sent[], beganAt: number): void {
  const polls = sent.filter(({ path }) => path.includes('/operationsStatus/'))
  const pauses = Math.ceil((Date.now() - beganAt) / (RETRY_AFTER_S * 1000))
  expect(polls.length).toBeGreaterThan(0)
  expect(polls.length).toBeLessThanOrEqual(pauses + 2)
}

export function expectFailure(error: unknown, code: string, message: string): void {
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).message).toContain(code)
  expect((error as Error).message).toContain(message)
}

export const LARGE = 'Test.Large'
export const LARGE_SIZE = 150

/** A provider with more resources than a page has. */
export async function addLargeProvider(quota: Quota): Promise<void> {
  const resources = Array.from({ length: LARGE_SIZE }, (_, n) => ({
    name: `r${n}`,
    defaultLimit: n,
  }))
  const entry = { locations: ['eastus'], resources }
  const { status } = await quota.callAsOperator('PUT', `/quota/providers/${LARGE}`, entry)
  expect(status).toBe(200)
}
