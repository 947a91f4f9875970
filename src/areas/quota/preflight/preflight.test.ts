import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareSnapshots, takeSnapshot } from '../../../../test/support/database/snapshot.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'
import type { Preflight, PreflightInput } from './wire.ts'

const misfit = useDeclaredSchemas('openapi/quota.json')
const PROVIDER = 'Contoso.Tides'
/** The limits around which the rules change their mind are 10, 20 and 50; 5 are in use. */
const CATALOGUE = {
  locations: ['East US', 'West US'],
  resources: ['buoys', 'lamps', 'bells'].map((name) => ({
    name,
    displayName: name,
    defaultLimit: 10,
    headroom: 10,
    maximum: 50,
  })),
}
const ALWAYS = ['AboveMaximum', 'AlreadyRequested', 'Denied', 'Refused', 'Waiting']
const RULES = [
  { name: 'the default rules', env: {}, expected: [...ALWAYS, 'Granted'].sort() },
  {
    name: 'other rules',
    env: { QUOTA_RULES: 'decrease=deny,withinHeadroom=ask,beyondHeadroom=deny' },
    expected: ALWAYS,
  },
]

type Quota = ReturnType<typeof useQuota>

function useStage(env: Record<string, string>) {
  const quota = useQuota({ RATE_LIMITS: 'false', ...env })
  let ada: Reader
  beforeAll(async () => {
    await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, CATALOGUE)
    ada = await quota.addReader('ada')
  })
  return { quota, ...openStage(quota, () => ada) }
}

function openStage(quota: Quota, reader: () => Reader) {
  let count = 0
  const at = (sub: string, rest: string) => quota.path(sub, rest, PROVIDER)
  return {
    reader,
    async begin(role: 'contributor' | 'reader' = 'contributor'): Promise<string> {
      const sub = `sub-${count++}`
      await quota.addSubscription(sub, { [reader().id]: role })
      const value = [{ provider: PROVIDER, location: 'eastus', resource: 'lamps', currentValue: 5 }]
      await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, { value })
      return sub
    },
    preflight: async (sub: string, value: readonly object[]): Promise<Answer> =>
      quota.send(reader(), 'POST', `/subscriptions/${sub}/providers/Binnacle.Capacity/preflight`, {
        value,
      }),
    /** As a caller would who sends these rows: one alone, or several at once. */
    async put(sub: string, rows: readonly PreflightInput[]): Promise<Answer> {
      const [first] = rows
      const bodies = rows.map(({ resource, limit, unit }) => ({
        properties: { limit, name: { value: resource }, ...(unit && { unit }) },
      }))
      const who = reader()
      if (!first || rows.length > 1) {
        return quota.send(who, 'PUT', at(sub, 'serviceLimits'), { value: bodies })
      }
      return quota.send(who, 'PUT', at(sub, `serviceLimits/${first.resource}`), bodies[0])
    },
    async waitUntilDecided(sub: string, id: string): Promise<Answer['body']> {
      const path = at(sub, `serviceLimitsRequests/${id}`)
      const settled = ({ provisioningState, message }: Answer['body']) =>
        ['Succeeded', 'Failed', 'Invalid'].includes(provisioningState) ||
        message.startsWith('Awaiting')
      for (let tries = 0; tries < 600; tries++) {
        const { body } = await quota.send(reader(), 'GET', path)
        if (body.properties.value.every(settled)) return body
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`the request ${id} was not decided in time`)
    },
  }
}

const row = fc.record(
  {
    provider: fc.constant(PROVIDER),
    location: fc.constantFrom('eastus', 'East US'),
    resource: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom('buoys', 'lamps', 'bells', 'BELLS') },
      { weight: 1, arbitrary: fc.constant('whales') },
    ),
    limit: fc.constantFrom(0, 4, 5, 9, 10, 11, 20, 21, 50, 51),
    unit: fc.oneof(
      { weight: 12, arbitrary: fc.constant('count') },
      { weight: 1, arbitrary: fc.constant('Bytes') },
    ),
  },
  { requiredKeys: ['provider', 'location', 'resource', 'limit'] },
)
const steps = fc.array(fc.array(row, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 4,
})

const STATES: Readonly<Record<string, string>> = {
  Granted: 'Succeeded',
  Waiting: 'InProgress',
  AboveMaximum: 'Invalid',
  Denied: 'Failed',
}

describe.each(RULES)('POST preflight with $name', ({ env, expected }) => {
  const { quota, begin, preflight, put, waitUntilDecided, reader } = useStage(env)

  /** What was predicted and what then happened, each in the same words. */
  async function compare(sub: string, rows: readonly PreflightInput[], counts: Counts) {
    const { status, body } = await preflight(sub, rows)
    expect([status, misfit('preflightQuota', 200, body)]).toEqual([200, undefined])
    const predicted: readonly Preflight[] = body.value
    for (const { outcome } of predicted) counts[outcome] = (counts[outcome] ?? 0) + 1
    const answer = await put(sub, rows)
    const refused = predicted.filter(({ outcome }) => outcome === 'Refused')
    if (refused.length > 0) return expectRefused(refused, answer, rows.length)
    expect([answer.status, JSON.stringify(predicted)]).toEqual([201, JSON.stringify(predicted)])
    if (predicted.some(({ outcome }) => outcome === 'AlreadyRequested')) {
      expect(new Set(predicted.map(({ requestId }) => requestId))).toEqual(
        new Set([answer.body.name]),
      )
      return
    }
    expect(await happenedTo(sub, answer.body.name)).toEqual(
      predicted.map(({ resource, outcome, message }) => [
        resource.toLowerCase(),
        STATES[outcome],
        message,
      ]),
    )
    for (const { replaces } of predicted)
      if (replaces !== undefined) await expectReplaced(sub, replaces)
  }

  async function happenedTo(sub: string, id: string) {
    const { properties } = await waitUntilDecided(sub, id)
    return properties.value.map((one: Answer['body']) => [
      one.name.value,
      one.provisioningState,
      one.message,
    ])
  }

  async function expectReplaced(sub: string, id: string): Promise<void> {
    const { body } = await quota.send(
      reader(),
      'GET',
      quota.path(sub, `serviceLimitsRequests/${id}`, PROVIDER),
    )
    expect(body.properties.message).toContain('A later request replaced this one')
  }

  test('the PUT does what was predicted, row by row', { timeout: 240_000 }, async () => {
    const counts: Counts = {}
    const scripts = fc.array(steps, { minLength: 12, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(scripts, async (all) => {
        await Promise.all(
          all.map(async (script) => {
            const sub = await begin()
            for (const rows of script) {
              await compare(sub, rows, counts)
              // What is open by now is the same request, or is replaced.
              await compare(sub, rows, counts)
            }
          }),
        )
      }),
      { numRuns: 2, endOnFailure: true },
    )
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    console.log(`preflight: ${rows} rows, 0 disagreements, ${JSON.stringify(counts)}`)
    expect(rows).toBeGreaterThan(200)
    expect(Object.keys(counts).sort()).toEqual(expected)
  })
})

type Counts = Record<string, number>

/** Of several rows, the PUT names the first reason that it finds. */
function expectRefused(refused: readonly Preflight[], { status, body }: Answer, rows: number) {
  const { code, message } = body.error
  const codes = refused.map((one) => one.code)
  expect([status >= 400, codes.includes(code) && code]).toEqual([true, code])
  if (rows === 1) expect(refused[0]?.message).toBe(message)
}

describe('POST preflight', () => {
  const { quota, begin, preflight, put, waitUntilDecided } = useStage({})
  const ask = (over: object = {}) => ({
    provider: PROVIDER,
    location: 'eastus',
    resource: 'buoys',
    limit: 15,
    ...over,
  })
  const outcomes = (answer: Answer) =>
    answer.body.value.map(({ outcome, code }: Preflight) => (code ? `${outcome} ${code}` : outcome))

  test('200: every outcome in one call, in the order of the rows', async () => {
    const sub = await begin()
    const answer = await preflight(sub, [
      ask(),
      ask({ resource: 'bells', limit: 30 }),
      ask({ location: 'westus', limit: 51 }),
      ask({ resource: 'lamps', limit: 4 }),
      ask({ provider: 'Contoso.Nothing' }),
      ask({ location: 'Atlantis' }),
      ask({ resource: 'whales' }),
      ask({ location: 'westus', resource: 'lamps', unit: 'Bytes' }),
      ask({ location: 'westus', resource: 'bells', resourceType: 'shared' }),
      ask({ resource: 'BUOYS', limit: 16 }),
    ])
    expect(outcomes(answer)).toEqual([
      'Granted',
      'Waiting',
      'AboveMaximum LimitAboveMaximum',
      'Denied QuotaReductionNotSupported',
      'Refused InvalidResourceProvider',
      'Refused InvalidLocation',
      'Refused InvalidResourceName',
      'Refused InvalidUnit',
      'Refused InvalidResourceType',
      'Refused DuplicateResource',
    ])
    expect(answer.body.value[3]).toMatchObject({ currentLimit: 10, currentValue: 5, unit: 'Count' })
    expect(misfit('preflightQuota', 200, answer.body)).toBeUndefined()
  })

  test('200: an open request is named, whether it stays or is replaced', async () => {
    const sub = await begin()
    const first = (await put(sub, [ask({ limit: 30 })])).body.name
    await waitUntilDecided(sub, first)
    const { body: same } = await preflight(sub, [ask({ limit: 30 })])
    expect(same.value[0]).toMatchObject({ outcome: 'AlreadyRequested', requestId: first })
    const { body: other } = await preflight(sub, [ask({ limit: 31 })])
    expect(other.value[0]).toMatchObject({ outcome: 'Waiting', replaces: first })
  })

  test('200: what was sent to the provider is refused, as the PUT refuses it', async () => {
    const sub = await begin()
    const first = (await put(sub, [ask({ limit: 30 })])).body.name
    await waitUntilDecided(sub, first)
    await quota.database.db
      .updateTable('quota_sub_request')
      .set({ sent_at: new Date(), granted_limit: 30 })
      .where('request_id', '=', first)
      .execute()
    const predicted = await preflight(sub, [ask({ limit: 31 })])
    const { status, body } = await put(sub, [ask({ limit: 31 })])
    expect([outcomes(predicted), status]).toEqual([['Refused QuotaRequestInProgress'], 409])
    expect(predicted.body.value[0].message).toBe(body.error.message)
  })

  test('200: it says that a provider is notified, without a call or a row', async () => {
    const sub = await begin()
    await quota.callAsOperator('PUT', '/quota/providers/Contoso.Bay', CATALOGUE)
    const endpoint = { url: 'https://bay.example/quota' }
    const set = await quota.callAsOperator('PUT', '/quota/providers/Contoso.Bay/endpoint', endpoint)
    const before = await takeSnapshot(quota.database.db)
    const { body } = await preflight(sub, [ask(), ask({ provider: 'Contoso.Bay' })])
    const predicted = body.value.map((one: Preflight) => one.notifiesProvider)
    expect([set.status, predicted]).toEqual([200, [false, true]])
    expect(compareSnapshots(before, await takeSnapshot(quota.database.db))).toEqual([])
  })

  test('400: no rows, more than 100, or half a limit', async () => {
    const sub = await begin()
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ask({ resource: `r${n}` }))
    const statuses = [[], many(101), [ask({ limit: 1.5 })], many(100)].map(
      async (rows) => (await preflight(sub, rows)).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 200])
  })

  test('403: a reader may not ask, and so not check; 404: no role', async () => {
    const sub = await begin('reader')
    const predicted = await preflight(sub, [ask()])
    const sent = await put(sub, [ask()])
    expect([predicted.status, predicted.body.error.code, sent.status]).toEqual([
      403,
      'AuthorizationFailed',
      403,
    ])
    expect((await preflight('nowhere', [ask()])).status).toBe(404)
  })
})
