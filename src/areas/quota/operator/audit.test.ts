import { expect, test } from 'vitest'
import { useQuota } from '../../../../test/support/server/quota.ts'

const quota = useQuota({ OUTGOING_EXCEPTIONS: 'providers=127.0.0.1:4000' })
/** The latest first. */
const audit = async (scope: string, action: string) => {
  const { body } = await quota.callAsOperator('GET', `/audit?scope=${scope}`)
  return body.value.filter((row: { action: string }) => row.action === action)
}
const report = ({ before, after }: { before?: object; after?: object }) => [before, after]

test('what is set in the catalogue is on record, before and after', async () => {
  const path = '/quota/providers/Contoso.Tides'
  const entry = (maximum: number) => ({
    locations: ['East US'],
    resources: [
      { name: 'buoys', defaultLimit: 1, maximum },
      { name: 'gauges', defaultLimit: 2 },
    ],
  })
  await quota.callAsOperator('PUT', path, entry(10))
  await quota.callAsOperator('PUT', path, entry(1000))
  const [second, first] = await audit('platform', 'quota-provider.set')
  const buoys = { name: 'buoys', displayName: 'buoys', unit: 'Count', defaultLimit: 1, headroom: 0 }
  expect(report(second)).toEqual([
    { resources: [{ ...buoys, maximum: 10 }] },
    { resources: [{ ...buoys, maximum: 1000 }] },
  ])
  expect(first.before ?? undefined).toBeUndefined()
  expect(first.after).toMatchObject(entry(10))
  const url = 'http://127.0.0.1:4000/'
  await quota.callAsOperator('PUT', `${path}/endpoint`, { url })
  await quota.callAsOperator('PUT', `${path}/endpoint`, { url: `${url}quota` })
  const [set] = await audit('platform', 'quota-provider.set-endpoint')
  expect(report(set)).toEqual([{ url }, { url: `${url}quota` }])
  await quota.callAsOperator('DELETE', `${path}/endpoint`)
  const [unset] = await audit('platform', 'quota-provider.delete-endpoint')
  expect(unset.before).toEqual({ url: `${url}quota` })
  await quota.callAsOperator('DELETE', path)
  const [gone] = await audit('platform', 'quota-provider.delete')
  expect(gone.before).toMatchObject({ name: 'Contoso.Tides', ...entry(1000) })
})

test('what a subscription gets is on record, before and after', async () => {
  const ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  const { body } = await quota.put(ada, 'sub-a', 'cores', 30)
  await quota.waitForRequest(ada, 'sub-a', body.requestId)
  const [granted] = await audit('sub-a', 'quota.succeed')
  expect(report(granted)).toEqual([
    { resource: 'cores', limit: 20 },
    { resource: 'cores', limit: 30 },
  ])
  const cores = { provider: 'microsoft.compute', location: 'eastus', resource: 'cores' }
  const value = [{ ...cores, limit: 40, currentValue: 5 }]
  await quota.callAsOperator('PATCH', '/subscriptions/sub-a/quota', { value })
  const [set] = await audit('sub-a', 'quota.set')
  expect(report(set)).toEqual([{ value: [{ ...cores, limit: 30, currentValue: 0 }] }, { value }])
})
