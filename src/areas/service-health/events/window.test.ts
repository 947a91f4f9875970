import { beforeAll, describe, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
const sentinel = useHealth({ MITIGATION_SENTINEL: 'true' })
const DAY_MS = 24 * 3_600_000
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('sub-a', { [ada.id]: 'reader' })
})

/** An event whose latest update was at this time. */
async function publishAt(time: Date, input: object = {}): Promise<string> {
  health.clock.stoppedAt = time
  try {
    return await health.publish(input)
  } finally {
    health.clock.stoppedAt = undefined
  }
}
const since = async (queryStartTime: string) =>
  namesOf(await health.list(ada, 'sub-a', { queryStartTime }))

describe('queryStartTime', () => {
  let [before, exactly, after] = ['', '', '']
  beforeAll(async () => {
    const moment = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS)
    const at = (ms: number) => new Date(moment.getTime() + ms)
    before = await publishAt(at(-1000))
    exactly = await publishAt(at(0))
    after = await publishAt(at(1000))
    day = moment.toISOString().slice(0, 10)
  })
  let day = ''

  test('B3: the list can be given a lower bound in time', async () => {
    expect(await since(`${day}T00:00:00Z`)).toEqual([after, exactly])
  })

  test('B19: queryStartTime may be left out', async () => {
    expect(namesOf(await health.list(ada, 'sub-a'))).toEqual([after, exactly, before])
  })

  test('B20: an event updated exactly then or later is listed', async () => {
    expect(await since(`${day}T00:00:00.000Z`)).toContain(exactly)
    expect(await since(`${day}T00:00:01Z`)).toEqual([after])
  })

  test('B21: an event updated earlier is not', async () => {
    expect(await since(`${day}T00:00:00Z`)).not.toContain(before)
    expect(await since(`${day}T00:00:02Z`)).toEqual([])
  })

  const monthFirst = () => {
    const [year, month, date] = day.split('-').map(Number)
    return `${month}/${date}/${year}`
  }

  test('B23: month/day/year in plain form', async () => {
    const target = `${health.path('sub-a')}?api-version=2025-05-01&queryStartTime=${monthFirst()}`
    expect(namesOf(await health.askRaw(ada, target))).toEqual([after, exactly])
  })

  test('B24: month/day/year in URL-encoded form', async () => {
    const encoded = encodeURIComponent(monthFirst())
    const target = `${health.path('sub-a')}?api-version=2025-05-01&queryStartTime=${encoded}`
    expect(encoded).toContain('%2F')
    expect(namesOf(await health.askRaw(ada, target))).toEqual([after, exactly])
  })

  test('every form that public clients send means the same moment', async () => {
    const forms = [
      day,
      `${day}T00:00:00`,
      `${day}T00:00:00Z`,
      `${day}T00:00:00.0000000Z`,
      `${day}T00:00`,
      `${day}T02:00:00+02:00`,
      `${day}T02:00:00 02:00`,
      `${day}T02:00:00+0200`,
      `${day}t00:00:00z`,
      monthFirst(),
      encodeURIComponent(monthFirst()),
      monthFirst().replace(/(^|\/)(\d)(?=\/)/g, '$10$2'),
    ]
    for (const form of forms) expect([form, await since(form)]).toEqual([form, [after, exactly]])
  })

  test('nonsense is refused, never taken for the default', async () => {
    for (const queryStartTime of ['', 'yesterday', '2/30/2025', '24/7/2020', '2025-13-01', '1e3']) {
      const { status, body } = await health.list(ada, 'sub-a', { queryStartTime })
      expect([queryStartTime, status, body.code]).toEqual([
        queryStartTime,
        400,
        'InvalidQueryStartTime',
      ])
    }
  })
})

describe('the default', () => {
  const header = 'x-binnacle-active-outside-window'

  test('B22: it looks back 3 days, on lastUpdateTime', async () => {
    const now = new Date()
    const edge = now.getTime() - 3 * DAY_MS
    const [outside, exactly, inside] = [
      await publishAt(new Date(edge - 1)),
      await publishAt(new Date(edge)),
      await publishAt(new Date(edge + 1)),
    ]
    const listed = async () => {
      health.clock.stoppedAt = now
      const names = namesOf(await health.list(ada, 'sub-a'))
      health.clock.stoppedAt = undefined
      return [outside, exactly, inside].map((name) => names.includes(name))
    }
    expect(await listed()).toEqual([false, true, true])
    await health.revise(outside, 'updates', { summary: 'still there' })
    expect(await listed()).toEqual([true, true, true])
  })

  test('a header counts the active events it leaves out, of this audience and this filter', async () => {
    const old = new Date(Date.now() - 10 * DAY_MS)
    await publishAt(old, { eventType: 'Billing' })
    await publishAt(old, { eventType: 'Billing' })
    const over = await publishAt(old, { eventType: 'Billing' })
    health.clock.aheadMs = -9 * DAY_MS
    await health.revise(over, 'resolve')
    health.clock.aheadMs = 0
    const bob = await health.addReader('bob')
    await health.addSubscription('sub-b', { [bob.id]: 'reader' })
    const audience = { kind: 'subscriptions', subscriptions: ['sub-b'] }
    await publishAt(old, { eventType: 'Billing', audience })
    const count = async (who: Reader, id: string, query: object) =>
      (await health.list(who, id, query)).headers.get(header)
    const $filter = 'eventType eq Billing'
    expect(await count(ada, 'sub-a', { $filter })).toBe('2')
    expect(await count(bob, 'sub-b', { $filter })).toBe('3')
    expect(await count(ada, 'sub-a', { $filter: 'eventType eq RCA' })).toBe('0')
    expect(await count(ada, 'sub-a', { $filter, queryStartTime: '1/1/2020' })).toBe('0')
  })
})

test('a mitigation that is not known yet is left out, or the placeholder of Azure', async () => {
  const id = await health.publish()
  const { properties } = (await health.get(ada, 'sub-a', id)).body
  expect('impactMitigationTime' in properties).toBe(false)
  const eve = await sentinel.addReader('eve')
  await sentinel.addSubscription('sub-e', { [eve.id]: 'reader' })
  const open = await sentinel.publish()
  const time = async () =>
    (await sentinel.list(eve, 'sub-e')).body.value[0].properties.impactMitigationTime
  expect(await time()).toBe('0001-01-01T00:00:00')
  await sentinel.revise(open, 'resolve')
  expect(await time()).toMatch(/^20\d\d-/)
})
