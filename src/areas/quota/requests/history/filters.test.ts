import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../../test/support/http/http.ts'
import {
  EXTENSION_VERSION,
  QUOTA_VERSION,
  stateOf,
} from '../../../../../test/support/http/quota.ts'
import type { Reader } from '../../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../../test/support/server/quota.ts'
import { insertQuotaRequest } from '../../../../../test/support/world/quota-samples.ts'
import { QUOTA_STATES, type QuotaState } from '../wire.ts'

const quota = useQuota({}, { runsJobs: false })
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription('sub-f', { [ada.id]: 'reader' })
  for (const first of QUOTA_STATES) {
    for (const second of QUOTA_STATES) await insertPair(first, second)
  }
})

/** A request for two resources, in these states; the second is named after both. */
async function insertPair(first: QuotaState, second: QuotaState): Promise<void> {
  const { db } = quota.database
  const name = `${first}-${second}`
  const sample = { subscriptionId: 'sub-f', resourceKey: name.toLowerCase(), state: second }
  const { requestId } = await insertQuotaRequest(db, { subscriptionId: 'sub-f', state: first })
  const other = await insertQuotaRequest(db, sample)
  await db
    .updateTable('quota_sub_request')
    .set({ request_id: requestId, number: 1, name })
    .where('request_id', '=', other.requestId)
    .execute()
  await db.deleteFrom('quota_request').where('id', '=', other.requestId).execute()
}

const filterAt = (path: string, version: string) => async (text: string) => {
  const target = `${path}?api-version=${version}&$filter=${encodeURIComponent(text)}`
  const { body } = await quota.send(ada, 'GET', target)
  return body.value as Answer['body'][]
}
const LISTS = [
  ['serviceLimitsRequests', filterAt(quota.path('sub-f', 'serviceLimitsRequests'), QUOTA_VERSION)],
  [
    'quotaRequests',
    filterAt(quota.extensionPath('sub-f', 'quotaRequests?').slice(0, -1), EXTENSION_VERSION),
  ],
] as const

describe.each(LISTS)('%s', (_name, filter) => {
  test.each(QUOTA_STATES)('provisioningState eq %s finds what is shown as such', async (state) => {
    const all = await filter('')
    expect(all).toHaveLength(QUOTA_STATES.length ** 2)
    const expected = all.filter((each) => stateOf(each) === state)
    expect(expected.length).toBeGreaterThan(0)
    expect(await filter(`provisioningState eq '${state}'`)).toEqual(expected)
    expect(await filter(`provisioningState ne '${state}'`)).toHaveLength(
      all.length - expected.length,
    )
  })

  test('resourceName finds each request that has it', async () => {
    const found = await filter("resourceName eq 'FAILED-invalid'")
    expect(found).toHaveLength(1)
    expect(found[0].properties.value[1].name.value).toBe('Failed-Invalid')
    expect(await filter("resourceName eq 'failed'")).toEqual([])
    const both =
      "resourceName in ('Failed-Invalid', 'Failed-Failed') and provisioningState eq Failed"
    expect(await filter(both)).toHaveLength(2)
  })
})

test('a state that does not exist is refused with the states that do', async () => {
  const target = quota.path('sub-f', 'serviceLimitsRequests')
  const query = `?api-version=${QUOTA_VERSION}&$filter=provisioningState%20eq%20'Done'`
  const { status, body } = await quota.send(ada, 'GET', `${target}${query}`)
  expect([status, body.error.code]).toEqual([400, 'InvalidODataQueryOptions'])
  for (const state of QUOTA_STATES) expect(body.error.message).toContain(state)
})
