import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { stateOf } from '../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { ASK_A_PERSON, useQuota } from '../../../../test/support/server/quota.ts'
import { insertQuotaRequest } from '../../../../test/support/world/quota-samples.ts'
import { isOpen, mayFollow, requestStateOf } from './rules.ts'
import { moveSubRequest } from './store.ts'
import { QUOTA_STATES, type QuotaState } from './wire.ts'

const SUB = 'sub-a'
const quota = useQuota(ASK_A_PERSON)
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription(SUB, { [ada.id]: 'owner' })
})

type Sample = { key: Awaited<ReturnType<typeof insertQuotaRequest>>; state: QuotaState }

/** Tries a move in the database, and holds what happens against the rule. */
async function tryMove(sample: Sample, to: QuotaState): Promise<boolean> {
  const set = {
    message: to,
    ...(!isOpen(to) && { ended_at: new Date() }),
    ...(to === 'Succeeded' && { granted_limit: 1 }),
  }
  const { db } = quota.database
  const row = await db.transaction().execute((trx) => moveSubRequest(trx, sample.key, { to, set }))
  expect(row !== undefined).toBe(mayFollow(sample.state, to))
  if (row) sample.state = to
  return row !== undefined
}

test('the database refuses what the rules refuse, in any order, and ends are ends', {
  timeout: 120_000,
}, async () => {
  const { db } = quota.database
  const counts = { moved: 0, refused: 0 }
  const step = fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...QUOTA_STATES))
  const run = async (script: readonly [number, QuotaState][]) => {
    const samples: Sample[] = []
    for (let made = 0; made < 3; made++) {
      const key = await insertQuotaRequest(db, { subscriptionId: SUB, state: 'Accepted' })
      samples.push({ key, state: 'Accepted' })
    }
    for (const [which, to] of script) {
      const hasMoved = await tryMove(samples[which] as Sample, to)
      counts[hasMoved ? 'moved' : 'refused']++
    }
    const ids = samples.map(({ key }) => key.requestId)
    const { rows } = await sql<{ state: QuotaState }>`
      select state from quota_sub_request where request_id = any(${ids}::uuid[])`.execute(db)
    const [stored, expected] = [rows, samples].map((all) =>
      requestStateOf(all.map(({ state }) => state)),
    )
    expect(stored).toBe(expected)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), run), {
    numRuns: 100,
  })
  console.log(`quota machine: ${counts.moved} moves made, ${counts.refused} refused`)
  expect(Math.min(counts.moved, counts.refused)).toBeGreaterThan(50)
})

const names = ['cores', 'standardDFamily', 'standardDv2Family']
const input = fc.record({
  limits: fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 21, max: 60 }), {
    minKeys: 1,
    maxKeys: 3,
  }),
})
const decision = fc.record({
  which: fc.nat({ max: 5 }),
  decision: fc.constantFrom('approve', 'deny'),
  limit: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
})

test('random requests and decisions in random order: the whole equals its sub-requests, and no end changes', {
  timeout: 120_000,
}, async () => {
  const ends = new Map<string, string>()
  const look = async () => {
    const { body } = await quota.send(ada, 'GET', quota.path(SUB, 'serviceLimitsRequests'))
    for (const one of body.value) {
      const subRequests = one.properties.value.map(
        (subRequest: Answer['body']) => subRequest.provisioningState,
      )
      expect(stateOf(one)).toBe(requestStateOf(subRequests))
      const text = JSON.stringify(one)
      expect(text).toBe(ends.get(one.id) ?? text)
      if (!isOpen(stateOf(one) as QuotaState)) ends.set(one.id, text)
    }
  }
  const decide = async ({ which, ...rest }: { which: number }) => {
    const subRequest = (await quota.waiting(SUB))[which]
    if (subRequest) await quota.decide(subRequest, { ...rest, reason: 'By chance.' })
  }
  const script = fc.array(fc.oneof(input, decision), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(script, async (acts) => {
      for (const act of acts) {
        if ('which' in act) await decide(act)
        else expect((await quota.putMany(ada, SUB, act.limits)).status).toBe(201)
        await look()
      }
    }),
    { numRuns: 25 },
  )
  console.log(`quota decisions: ${ends.size} requests came to an end and stayed there`)
  expect(ends.size).toBeGreaterThan(20)
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from quota_limit as own
     where "limit" is distinct from
           (select granted_limit from quota_sub_request as sub_request
             where sub_request.subscription_id = own.subscription_id
                   and sub_request.resource_key = own.resource_key and sub_request.state = 'Succeeded'
             order by ended_at desc limit 1)`.execute(quota.database.db)
  expect(rows).toEqual([{ wrong: 0 }])
})
