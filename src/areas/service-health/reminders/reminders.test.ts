import { beforeEach, expect, test } from 'vitest'
import { useNotifications } from '../../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const { receiver, clock } = stage
const HOUR_MS = 3_600_000
beforeEach(() => {
  clock.aheadMs = 0
})

const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const add = async (subscription: string, input: object = {}) => {
  await stage.addSubscription(subscription, { [stage.people.owner.id]: 'owner' })
  await stage.addWebhook(subscription, { notices: ['maintenance'], ...input }, subscription)
}
const phasesAt = (path: string) =>
  receiver.callsTo(`/${path}`).map(({ body }) => JSON.parse(body).data.phase)
const plan = (subscription: string, start: number, end: number, input: object = {}) =>
  stage.publish({
    ...input,
    audience: { kind: 'subscriptions', subscriptions: [subscription] },
    eventType: 'PlannedMaintenance',
    properties: {
      title: 'New disks',
      impactStartTime: at(start),
      impactMitigationTime: at(end),
    },
  })

test('is reminded of some hours before, at its start and at its end, each once', async () => {
  await add('sub-a1', { hoursBefore: 5 })
  const id = await plan('sub-a1', 10, 12)
  const phases = () => phasesAt('sub-a1')
  clock.aheadMs = 5.1 * HOUR_MS
  await expect.poll(phases).toEqual(['before'])
  const [{ body = '' } = {}] = receiver.callsTo('/sub-a1')
  expect(JSON.parse(body)).toMatchObject({
    type: 'binnacle.service-health.maintenance',
    subject: id,
    data: { phase: 'before', event: { name: id } },
  })
  clock.aheadMs = 10.1 * HOUR_MS
  await expect.poll(phases).toEqual(['before', 'start'])
  clock.aheadMs = 12.1 * HOUR_MS
  await expect.poll(phases).toEqual(['before', 'start', 'end'])
})

test('put off, it is reminded of again for the new time; cancelled, it is not', async () => {
  await add('sub-b1', { hoursBefore: 5 })
  await add('sub-b2', { hoursBefore: 5 })
  const [moved, cancelled] = [await plan('sub-b1', 4, 30), await plan('sub-b2', 10, 12)]
  await expect.poll(() => phasesAt('sub-b1')).toEqual(['before'])
  await stage.callAsOperator('POST', `/events/${cancelled}/resolve`, {})
  const properties = { impactStartTime: at(20) }
  const put = await stage.callAsOperator('POST', `/events/${moved}/updates`, { properties })
  expect([put.status, put.text]).toEqual([200, put.text])
  clock.aheadMs = 16 * HOUR_MS
  await expect.poll(() => phasesAt('sub-b1')).toEqual(['before', 'before'])
  expect(phasesAt('sub-b2')).toEqual([])
})

test('is not reminded of where the filter does not fit, or nobody asked for it', async () => {
  await add('sub-c1', { filter: "eventLevel eq 'Critical'" })
  await add('sub-c2', { notices: ['events'] })
  await add('sub-c3')
  for (const name of ['sub-c1', 'sub-c2', 'sub-c3']) await plan(name, 4, 6)
  await expect.poll(() => phasesAt('sub-c3')).toEqual(['before'])
  expect(phasesAt('sub-c1')).toEqual([])
  expect(phasesAt('sub-c2').filter(Boolean)).toEqual([])
})

test('a drill is reminded of where drills were asked for too', async () => {
  await add('sub-d1', { notices: ['maintenance', 'drills'] })
  await add('sub-d2')
  for (const name of ['sub-d2', 'sub-d1']) await plan(name, 4, 6, { isDrill: true })
  await expect.poll(() => phasesAt('sub-d1').filter(Boolean)).toEqual(['before'])
  expect(phasesAt('sub-d2')).toEqual([])
})
