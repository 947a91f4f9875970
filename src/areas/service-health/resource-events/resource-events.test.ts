import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
let ada: Reader
let rex: Reader
let zoe: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  rex = await health.addReader('rex')
  zoe = await health.addReader('zoe')
  await health.addSubscription('sub-a', { [ada.id]: 'owner', [rex.id]: 'reader' })
  await health.addSubscription('sub-z', { [zoe.id]: 'owner' })
})

const idOf = (name: string, subscription = 'sub-a') =>
  `/subscriptions/${subscription}/resourceGroups/Yard/providers/Microsoft.Compute/virtualMachines/${name}`
const list = (who: Reader, resourceId: string, query = {}) =>
  health.ask(who, `${resourceId}/providers/Microsoft.ResourceHealth/events`, query)

async function publishFor(name: string, input: object = {}): Promise<string> {
  const id = await health.publish(input)
  const add = [{ subscriptionId: 'sub-a', targetResourceId: idOf(name) }]
  await health.revise(id, 'impactedResources', { add })
  return id
}

describe('GET {resourceUri}/providers/Microsoft.ResourceHealth/events', () => {
  test('200: the events that name the resource, whatever the case of its id', async () => {
    const id = await publishFor('vm-1')
    await publishFor('vm-2')
    const { status, body } = await list(ada, idOf('VM-1').replace('Yard', 'YARD'))
    expect(status).toBe(200)
    expect(body.value).toEqual([(await health.get(ada, 'sub-a', id)).body])
    expect((await list(ada, idOf('vm'))).body).toEqual({ value: [] })
  })

  test('200: a child resource has events of its own', async () => {
    const id = await publishFor('vm-3/extensions/agent')
    expect(namesOf(await list(ada, idOf('vm-3/extensions/agent')))).toEqual([id])
    expect(namesOf(await list(ada, idOf('vm-3')))).toEqual([])
  })

  test('200: active events of any age; resolved ones of three days, or since queryStartTime', async () => {
    const active = await publishFor('vm-4')
    const resolved = await publishFor('vm-4')
    await health.revise(resolved, 'resolve')
    const { db } = health.database
    const old = { last_update_time: new Date(Date.now() - 10 * 24 * 3600 * 1000) }
    for (const table of ['event', 'event_reach'] as const)
      await db.updateTable(table).set(old).where('tracking_id', 'in', [active, resolved]).execute()
    expect(namesOf(await list(ada, idOf('vm-4')))).toEqual([active])
    const since = { queryStartTime: '7/24/2020' }
    expect(namesOf(await list(ada, idOf('vm-4'), since)).sort()).toEqual([active, resolved].sort())
    const later = { queryStartTime: new Date().toISOString() }
    expect(namesOf(await list(ada, idOf('vm-4'), later))).toEqual([])
  })

  test('200: 100 a page, each once, and by $filter', async () => {
    const ids = []
    for (let n = 0; n < 103; n++) ids.push(await publishFor('vm-5', { trackingId: `PAGE-${n}` }))
    const first = await list(ada, idOf('vm-5'))
    const next = first.body.nextLink.replace(health.installation.managementUrl, '')
    const second = await health.askRaw(ada, next)
    expect([first.body.value.length, second.body.value.length]).toEqual([100, 3])
    expect(namesOf(first, second).sort()).toEqual(ids.sort())
    const $filter = "trackingId eq 'PAGE-7'"
    expect(namesOf(await list(ada, idOf('vm-5'), { $filter }))).toEqual(['PAGE-7'])
    expect((await list(ada, idOf('vm-5'), { $filter: 'colour eq 1' })).status).toBe(400)
    const elsewhere = next.replace('vm-5', 'vm-1')
    expect((await health.askRaw(ada, elsewhere)).body.code).toBe('InvalidSkipToken')
  })

  test('a sensitive event is listed for owners and contributors only, and without its text', async () => {
    const id = await publishFor('vm-6', {
      isEventSensitive: true,
      eventType: 'SecurityAdvisory',
      properties: { summary: 'secret' },
    })
    const { text, body } = await list(ada, idOf('vm-6'))
    expect(body.value.map(({ name }: { name: string }) => name)).toEqual([id])
    expect(text).not.toContain('secret')
    expect(namesOf(await list(rex, idOf('vm-6')))).toEqual([])
  })

  test('a security advisory that is not sensitive is listed for owners and contributors only', async () => {
    const id = await publishFor('vm-8', { eventType: 'SecurityAdvisory' })
    expect(namesOf(await list(ada, idOf('vm-8')))).toEqual([id])
    expect(namesOf(await list(rex, idOf('vm-8')))).toEqual([])
  })

  test('an event that does not concern the subscription is not listed', async () => {
    const id = await health.publish({ audience: { kind: 'footprint' }, impact: STORAGE })
    const add = [{ subscriptionId: 'sub-a', targetResourceId: idOf('vm-7') }]
    await health.revise(id, 'impactedResources', { add })
    expect(namesOf(await list(ada, idOf('vm-7')))).toEqual([])
  })

  test('404: a stranger; 400 and 404 have the error body of the area', async () => {
    const stranger = await list(zoe, idOf('vm-1'))
    expect([stranger.status, stranger.body.code]).toEqual([404, 'SubscriptionNotFound'])
    const path = `${idOf('vm-1')}/providers/Microsoft.ResourceHealth`
    for (const target of [`${path}/events`, `${path}/nothing`, `${path}/events/X`]) {
      const { body } = await health.askRaw(ada, target)
      expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message'])
    }
  })
})

const STORAGE = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
