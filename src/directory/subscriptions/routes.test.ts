import { expect, test } from 'vitest'
import { useHealth } from '../../../test/support/server/health.ts'

const health = useHealth()

test('404: the roles on a subscription that does not exist; none on one that does', async () => {
  const { status, body } = await health.callAsOperator('GET', '/subscriptions/nowhere/roles')
  expect([status, body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  await health.addSubscription('no-roles', {})
  const none = await health.callAsOperator('GET', '/subscriptions/NO-roles/roles')
  expect(none.body).toEqual({ value: [] })
})
