import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../test/support/http/http.ts'
import { stateOf } from '../../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { ASK_A_PERSON, useQuota } from '../../../../../test/support/server/quota.ts'
import { insertQuotaRequest } from '../../../../../test/support/world/quota-samples.ts'

const quota = useQuota(ASK_A_PERSON)
let ada: Reader
let count = 0
beforeAll(async () => {
  ada = await quota.addReader('ada')
})
const begin = async (limits: Record<string, number>) => {
  const sub = `sub-${count++}`
  await quota.addSubscription(sub, { [ada.id]: 'owner' })
  const { body } = await quota.putMany(ada, sub, limits)
  const size = Object.keys(limits).length
  await expect.poll(async () => (await quota.waiting(sub)).length).toBe(size)
  return { sub, id: body.requestId as string, waiting: await quota.waiting(sub) }
}
const codeOf = ({ status, body }: Answer) => [status, body?.error.code]

describe('a person', () => {
  test('sees what is needed to decide', async () => {
    const { sub, id, waiting } = await begin({ cores: 400 })
    expect(waiting).toMatchObject([
      {
        subscriptionId: sub,
        requestId: id,
        provider: 'microsoft.compute',
        location: 'eastus',
        resource: 'cores',
        unit: 'Count',
        requestedLimit: 400,
        currentLimit: 20,
        currentValue: 0,
        requestedBy: 'ada',
      },
    ])
  })

  test('approves, approves less, and denies; each reason reaches the requester', async () => {
    const { sub, id, waiting } = await begin({
      cores: 40,
      standardDFamily: 40,
      standardDCSFamily: 40,
    })
    const decisions: Record<string, object> = {
      cores: { decision: 'approve', reason: 'Paid for.' },
      standardDFamily: { decision: 'approve', limit: 15, reason: 'All there is.' },
      standardDCSFamily: { decision: 'deny', reason: 'Not here.', code: 'OutOfStock' },
    }
    for (const subRequest of waiting) {
      const { status } = await quota.decide(subRequest, decisions[subRequest.resource] ?? {})
      expect(status).toBe(204)
      expect(codeOf(await quota.decide(subRequest, { decision: 'deny', reason: 'Late.' }))).toEqual(
        [409, 'DecidedAlready'],
      )
    }
    const details = await quota.waitForRequest(ada, sub, id)
    const subRequests = details.properties.value.map((subRequest: Answer['body']) => [
      subRequest.provisioningState,
      subRequest.limit,
      subRequest.message,
    ])
    expect([stateOf(details), subRequests]).toEqual([
      'Failed',
      [
        ['Succeeded', 40, 'Granted 40 (Count), because: Paid for.'],
        ['Succeeded', 15, 'Granted 15 of the 40 (Count) requested, because: All there is.'],
        ['Failed', 40, 'Denied: Not here.'],
      ],
    ])
    const status = await quota.send(ada, 'GET', quota.path(sub, `operationsStatus/${id}`))
    expect(status.body.error.code).toBe('OutOfStock')
    expect(await quota.limitOf(ada, sub, 'standardDFamily')).toBe(15)
    const audit = await quota.callAsOperator('GET', `/audit?scope=${sub}`)
    const actions = audit.body.value.map((row: { action: string }) => row.action)
    for (const action of [
      'quota.ask',
      'quota.ask-person',
      'quota.grant',
      'quota.succeed',
      'quota.fail',
    ]) {
      expect(actions).toContain(action)
    }
  })

  test('cannot grant more than was asked for, nor decide without a reason or twice at once', async () => {
    const { waiting } = await begin({ cores: 40 })
    const [subRequest] = waiting
    if (!subRequest) throw new Error('nothing waits')
    const tooMuch = { decision: 'approve', limit: 41, reason: 'More.' }
    expect(codeOf(await quota.decide(subRequest, tooMuch))).toEqual([400, 'InvalidLimit'])
    for (const reason of [undefined, '', ' ']) {
      const { status } = await quota.decide(subRequest, { decision: 'approve', reason })
      expect(status).toBe(400)
    }
    const both = await Promise.all([
      quota.decide(subRequest, { decision: 'approve', reason: 'Yes.' }),
      quota.decide(subRequest, { decision: 'deny', reason: 'No.' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const unknown = { ...subRequest, subRequestId: subRequest.requestId }
    expect(codeOf(await quota.decide(unknown, { decision: 'deny', reason: 'x' }))).toEqual([
      404,
      'SubRequestNotFound',
    ])
  })

  test('cannot grant what no rule would, whatever changed while it waited', async () => {
    const { sub, waiting, id } = await begin({ standardNDSFamily: 90 })
    const [subRequest] = waiting
    if (!subRequest) throw new Error('nothing waits')
    const use = { provider: 'Microsoft.Compute', location: 'eastus', resource: subRequest.resource }
    const value = [{ ...use, limit: 40, currentValue: 50 }]
    await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, { value })
    const grant = async (limit: number) => {
      const { status, body } = await quota.decide(subRequest, {
        decision: 'approve',
        limit,
        reason: 'x',
      })
      return [status, body?.error.code, body?.error.message]
    }
    const refused = (message: RegExp) => [400, 'InvalidLimit', expect.stringMatching(message)]
    expect(await grant(49)).toEqual(refused(/^The current usage is 50\./))
    value[0] = { ...use, limit: 60, currentValue: 50 }
    await quota.callAsOperator('PATCH', `/subscriptions/${sub}/quota`, { value })
    expect(await grant(60)).toEqual(
      refused(/^The current limit is 60, and the request is for an increase/),
    )
    const path = '/quota/providers/Microsoft.Compute'
    const { body: entry } = await quota.callAsOperator('GET', path)
    const resources = entry.resources.map((one: Answer['body']) =>
      one.name === subRequest.resource ? { ...one, maximum: 80 } : one,
    )
    const lowered = { locations: entry.locations, resources }
    expect((await quota.callAsOperator('PUT', path, lowered)).status).toBe(200)
    expect(await grant(81)).toEqual(refused(/^The maximum is 80/))
    expect(await grant(80)).toEqual([204, undefined, undefined])
    await quota.waitForRequest(ada, sub, id)
    expect(await quota.limitOf(ada, sub, subRequest.resource)).toBe(80)
  })

  test('says up to which limit the headroom reaches', async () => {
    const { waiting } = await begin({ cores: 400 })
    const path = '/quota/providers/Microsoft.Compute'
    const { resources } = (await quota.callAsOperator('GET', path)).body
    const { defaultLimit, headroom } = resources.find(
      ({ name }: Answer['body']) => name === 'cores',
    )
    expect(headroom).toBeGreaterThan(0)
    expect(waiting).toMatchObject([{ headroomLimit: defaultLimit + headroom }])
  })

  test('finds everything that waits, page by page, the oldest first', async () => {
    const { sub } = await begin({ cores: 400 })
    for (let made = 0; made < 150; made++) {
      await insertQuotaRequest(quota.database.db, { subscriptionId: sub })
    }
    const first = (await quota.callAsOperator('GET', '/quota/waiting')).body
    const next = first.nextLink.replace('http://binnacle.example/operator/v1', '')
    const second = (await quota.callAsOperator('GET', next)).body
    const all = [...first.value, ...second.value]
    const ids = all.map((subRequest: { subRequestId: string }) => subRequest.subRequestId)
    expect([first.value.length, new Set(ids).size]).toEqual([100, ids.length])
    const times = all.map((subRequest: { waitingSince: string }) => subRequest.waitingSince)
    expect(times).toEqual(times.toSorted())
    expect(ids.length).toBeGreaterThan(150)
  })
})
