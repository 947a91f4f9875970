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

test('a role is changed or removed on that subscription, of that person', async () => {
  const [ada, bob] = [await health.addReader('ada'), await health.addReader('bob')]
  const both = { [ada.id]: 'reader', [bob.id]: 'reader' } as const
  for (const id of ['one', 'two']) await health.addSubscription(id, both)
  const rolesOn = async (id: string) => {
    const { body } = await health.callAsOperator('GET', `/subscriptions/${id}/roles`)
    const roles = new Map(
      body.value.map((each: { principal_id: string; role: string }) => [
        each.principal_id,
        each.role,
      ]),
    )
    return [ada, bob].map((person) => roles.get(person.id))
  }
  const path = `/subscriptions/one/roles/${ada.id}`
  await health.callAsOperator('PUT', path, { role: 'owner' })
  expect([await rolesOn('one'), await rolesOn('two')]).toEqual([
    ['owner', 'reader'],
    ['reader', 'reader'],
  ])
  expect((await health.callAsOperator('DELETE', path)).status).toBe(204)
  expect([await rolesOn('one'), await rolesOn('two')]).toEqual([
    [undefined, 'reader'],
    ['reader', 'reader'],
  ])
})
