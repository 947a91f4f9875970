import { describe, expect, test } from 'vitest'
import { useQuota } from '../../../../test/support/server/quota.ts'

describe('settings', () => {
  const other = useQuota({
    VENDOR_NAMESPACE: 'Contoso',
    MANAGEMENT_URL: 'https://management.example',
  })

  test('C8: the base address is management_url', async () => {
    const eve = await other.addReader('eve')
    await other.addSubscription('sub-e', { [eve.id]: 'contributor' })
    const target = other.path('sub-e', 'serviceLimits/cores', 'Contoso.Compute')
    const { headers } = await other.send(eve, 'PUT', target, { properties: { limit: 30 } })
    const links = ['location', 'azure-asyncoperation', 'operation-location'].map((name) =>
      headers.get(name),
    )
    for (const link of links) expect(link?.startsWith('https://management.example/')).toBe(true)
  })

  test('C9: the vendor part of the path is a setting', async () => {
    const eve = await other.addReader()
    await other.addSubscription('sub-v', { [eve.id]: 'reader' })
    const target = other.path('sub-v', 'serviceLimits', 'Contoso.Compute')
    const ask = (path: string) => other.send(eve, 'GET', path)
    expect([(await ask(target)).status, target.includes('/Contoso.Capacity/')]).toEqual([200, true])
    expect((await ask(target.replace('Contoso.Capacity', 'Microsoft.Capacity'))).status).toBe(404)
  })
})
