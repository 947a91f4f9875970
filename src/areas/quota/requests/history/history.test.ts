import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../test/support/http/http.ts'
import { useDeclaredSchemas } from '../../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../../test/support/server/quota.ts'
import { insertQuotaRequest } from '../../../../../test/support/world/quota-samples.ts'

const quota = useQuota()
const misfit = useDeclaredSchemas('openapi/quota.json')
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription('sub-h', { [ada.id]: 'owner' })
})
const linkOf = ({ body }: Answer): string => body.nextLink.replace('http://binnacle.example', '')

describe('history', () => {
  const list = (query = '') =>
    quota.send(
      ada,
      'GET',
      quota.path('sub-h', `serviceLimitsRequests?api-version=2020-10-25${query}`),
    )
  const filter = (text: string) => list(`&$filter=${encodeURIComponent(text)}`)
  const DAY_MS = 24 * 3_600_000
  const old = new Date(Math.floor(Date.now() / 1000) * 1000 - 10 * DAY_MS)
  beforeAll(async () => {
    const { db } = quota.database
    for (let made = 0; made < 150; made++) {
      await insertQuotaRequest(db, { subscriptionId: 'sub-h', state: 'Failed' })
    }
    for (const submitted_at of [old, new Date(old.getTime() - 360 * DAY_MS)]) {
      const { requestId } = await insertQuotaRequest(db, { subscriptionId: 'sub-h' })
      await db
        .updateTable('quota_request')
        .set({ submitted_at })
        .where('id', '=', requestId)
        .execute()
    }
  })

  test('the latest first, a year back, page by page', async () => {
    const first = await list()
    expect(misfit('listQuotaRequests', 200, first.body)).toBeUndefined()
    const second = await quota.send(ada, 'GET', linkOf(first))
    const all = [...first.body.value, ...second.body.value]
    const times = all.map((one: Answer['body']) => one.properties.requestSubmitTime)
    expect([first.body.value.length, all.length]).toEqual([100, 151])
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(all.map((one: Answer['body']) => one.id)).size).toBe(151)
  })

  test('$top is the size of a page, and nextLink keeps it', async () => {
    const first = await list('&$top=3')
    expect(first.body.value).toHaveLength(3)
    expect(first.body.nextLink).toMatch(/&\$top=3&\$skipToken=/)
    const second = await quota.send(ada, 'GET', linkOf(first))
    expect(second.body.value).toHaveLength(3)
    expect(second.body.value).not.toEqual(first.body.value)
    expect((await list('&$top=5000')).body.value).toHaveLength(100)
  })

  test('$filter on requestSubmitTime, as its reader sees it', async () => {
    const at = `${old.toISOString().slice(0, 19)}Z`
    const found = async (text: string) => (await filter(text)).body.value.length
    expect(await found(`requestSubmitTime eq ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime le ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime lt ${at}`)).toBe(0)
    expect(await found(`RequestSubmitTime ge ${at} and requestSubmitTime le ${at}`)).toBe(1)
    expect(await found(`requestSubmitTime gt ${at}`)).toBe(100)
  })

  test('a marker is good for its own list alone', async () => {
    const { body } = await list('&$top=3')
    const [, cursor = ''] = body.nextLink.split('$skipToken=')
    const other = await list(`&$filter=requestSubmitTime%20ge%202026-01-01&$skiptoken=${cursor}`)
    expect([other.status, other.body.error.code]).toEqual([400, 'InvalidSkipToken'])
  })
})
