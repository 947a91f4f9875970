import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../../test/support/server/health.ts'

const health = useHealth({ STATUS_PAGE: 'true' })
let ada: Reader
let rita: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  rita = await health.addReader('rita')
  await health.addSubscription('sub-a', { [ada.id]: 'owner', [rita.id]: 'reader' })
  await health.addSubscription('sub-b', { [ada.id]: 'owner' })
})

const named = (...subscriptions: string[]) => ({ kind: 'subscriptions', subscriptions })
const DRILL = {
  audience: named('sub-a'),
  eventType: 'ServiceIssue',
  isDrill: true,
  properties: { title: 'Slow writes', impactStartTime: '2026-01-02T03:04:05Z' },
}
const publish = (input: object = {}) =>
  health.callAsOperator('POST', '/events', { ...DRILL, ...input })
const publishDrill = async (input: object = {}): Promise<string> =>
  (await publish(input)).body.trackingId
const MARKED = '[Drill] Slow writes'

describe('a drill', () => {
  test('is marked in lists and details for each role, and for operators', async () => {
    const published = await publish()
    const id = published.body.trackingId
    const mark = { title: MARKED, isDrill: true }
    expect([published.status, published.body.event.properties]).toMatchObject([201, mark])
    for (const reader of [ada, rita]) {
      const { body } = await health.list(reader, 'sub-a')
      const listed = body.value.find(({ name }: { name: string }) => name === id)
      expect(listed.properties).toMatchObject(mark)
      expect((await health.get(reader, 'sub-a', id)).body.properties).toMatchObject(mark)
    }
    expect((await health.list(ada, 'sub-b')).body.value).toEqual([])
    const { body: audit } = await health.callAsOperator('GET', '/audit?scope=platform')
    const row = audit.value.find(({ target }: { target: string }) => target === `event ${id}`)
    expect(row.after).toEqual({ revision: 1, isDrill: true })
  })

  test('stays marked when its title changes, also without a title and with the longest one', async () => {
    const id = await publishDrill()
    const titleOf = async (of: string) => (await health.get(ada, 'sub-a', of)).body.properties.title
    await health.revise(id, 'updates', { properties: { title: 'No writes' } })
    expect(await titleOf(id)).toBe('[Drill] No writes')
    await health.revise(id, 'updates', { properties: { title: '[Drill] None' } })
    expect(await titleOf(id)).toBe('[Drill] None')
    const untitled = await publishDrill({ properties: {} })
    expect(await titleOf(untitled)).toBe(`[Drill] ${untitled}`)
    const long = await titleOf(await publishDrill({ properties: { title: 'x'.repeat(1000) } }))
    expect([long.length, long.startsWith('[Drill] x')]).toEqual([1000, true])
  })

  test('makes no resource unavailable, as an event does', async () => {
    const targetResourceId = '/subscriptions/sub-a/resourceGroups/yard/providers/M.C/vms/vm-1'
    const [drill, event] = [await publishDrill(), await publishDrill({ isDrill: false })]
    const listStates = async () => {
      const path = '/subscriptions/sub-a/providers/Microsoft.ResourceHealth/availabilityStatuses'
      const { body } = await health.ask(ada, path)
      return body.value.map((one: { properties: object }) => one.properties)
    }
    const add = (id: string) =>
      health.callAsOperator('POST', `/events/${id}/impactedResources`, {
        add: [{ subscriptionId: 'sub-a', targetResourceId }],
      })
    expect((await add(drill)).status).toBe(204)
    expect(await listStates()).toEqual([])
    expect((await add(event)).status).toBe(204)
    expect(await listStates()).toMatchObject([{ availabilityState: 'Unavailable' }])
  })
})

describe('400', () => {
  const refused = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ]

  test('a drill for everyone or a footprint, when published, previewed or changed', async () => {
    for (const audience of [{ kind: 'everyone' }, { kind: 'footprint' }]) {
      expect(refused(await publish({ audience }))).toEqual([400, 'DrillAudience'])
      const reach = await health.callAsOperator('POST', '/events/reach', { ...DRILL, audience })
      expect(refused(reach)).toEqual([400, 'DrillAudience'])
      const id = await publishDrill()
      const changed = await health.callAsOperator('PUT', `/events/${id}/audience`, audience)
      expect(refused(changed)).toEqual([400, 'DrillAudience'])
      expect(changed.body.error.message).toContain('named subscriptions')
    }
    const id = await publishDrill()
    const moved = await health.callAsOperator('PUT', `/events/${id}/audience`, named('sub-b'))
    expect(moved.status).toBe(200)
    expect((await health.get(ada, 'sub-b', id)).body.properties.isDrill).toBe(true)
    const status = await fetch(`${health.server.url}/status/v1/events.json`)
    expect([status.status, await status.text()]).toEqual([
      200,
      '{"current":[],"planned":[],"past":[]}',
    ])
  })

  test('isDrill in an update: it cannot be changed', async () => {
    const id = await publishDrill()
    for (const body of [{ isDrill: false }, { properties: { isDrill: false } }]) {
      const { status } = await health.callAsOperator('POST', `/events/${id}/updates`, body)
      expect(status).toBe(400)
    }
    const event = await publishDrill({ isDrill: false })
    const { properties } = (await health.get(ada, 'sub-a', event)).body
    expect([properties.title, 'isDrill' in properties]).toEqual(['Slow writes', false])
  })
})
