import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
let ada: Reader
let zoe: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  zoe = await health.addReader('zoe')
  await health.addSubscription('sub-a', { [ada.id]: 'reader' }, [
    ['Storage', 'West US'],
    ['Cache', 'North Europe'],
  ])
  await health.addSubscription('sub-z', { [zoe.id]: 'owner' })
})

const ask = (who: Reader, trackingId: string, subscription = 'sub-a') =>
  health.ask(
    who,
    `/subscriptions/${subscription}/providers/Binnacle.ResourceHealth/events/${trackingId}/reason`,
  )
const NAMED = { kind: 'subscriptions', subscriptions: ['sub-a', 'sub-z'] }
const FOOTPRINT = { kind: 'footprint' }
const storageIn = (...impactedRegions: string[]) => [
  { impactedService: 'Storage', impactedRegions },
]

describe('GET Binnacle.ResourceHealth/events/{trackingId}/reason', () => {
  test.each([
    ['to everyone, with no impact', { impact: [] }, { audience: 'everyone', matches: [] }],
    [
      'to everyone, in regions of which one is in the footprint',
      { impact: storageIn('East US', 'west us') },
      {
        audience: 'everyone',
        matches: [{ impactedService: 'Storage', impactedRegion: 'west us' }],
      },
    ],
    [
      'to named subscriptions, with no impact',
      { audience: NAMED, impact: [] },
      { audience: 'subscriptions', matches: [] },
    ],
    [
      'to named subscriptions, outside their footprint',
      { audience: NAMED, impact: storageIn('East US') },
      { audience: 'subscriptions', matches: [] },
    ],
    [
      'to footprints, for a service without regions',
      { audience: FOOTPRINT, impact: [{ impactedService: 'storage' }] },
      { audience: 'footprint', matches: [{ impactedService: 'storage' }] },
    ],
  ])('200: published %s', async (_what, input, expected) => {
    const id = await health.publish(input)
    const { status, body } = await ask(ada, id.toLowerCase())
    expect([status, body]).toEqual([200, expected])
  })

  test('200: a service that is affected everywhere and names regions of which none is used', async () => {
    const id = await health.publish({
      audience: FOOTPRINT,
      impact: [...storageIn('East US'), { impactedService: 'Cache', impactedRegions: ['East US'] }],
    })
    expect((await ask(ada, id)).status).toBe(404)
    const impact = [{ impactedService: 'Storage' }]
    await health.revise(id, 'updates', { summary: 'Everywhere now.', impact })
    expect((await ask(ada, id)).body).toEqual({
      audience: 'footprint',
      matches: [{ impactedService: 'Storage' }],
    })
  })

  test('200: no id of another subscription, of a sensitive event neither', async () => {
    const id = await health.publish({
      audience: NAMED,
      isEventSensitive: true,
      impact: storageIn('West US'),
    })
    const { status, text } = await ask(ada, id)
    expect(status).toBe(200)
    expect(text).toBe(
      '{"audience":"subscriptions","matches":[{"impactedService":"Storage","impactedRegion":"West US"}]}',
    )
  })

  test("404: an event that is for others, and somebody else's subscription", async () => {
    const audience = { kind: 'subscriptions', subscriptions: ['sub-z'] }
    const id = await health.publish({ audience })
    const { status, body } = await ask(ada, id)
    expect([status, body.code]).toEqual([404, 'EventNotFound'])
    expect(Object.keys(body)).toEqual(['code', 'message', 'details'])
    expect((await ask(ada, id, 'sub-z')).body.code).toBe('SubscriptionNotFound')
    expect((await ask(zoe, id, 'sub-z')).status).toBe(200)
  })
})
