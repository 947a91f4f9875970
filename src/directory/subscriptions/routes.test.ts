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

test('200: found by a part of the id or the display name, in any case; nothing in it is a pattern', async () => {
  const { tenantId } = await health.addSubscription('Buoy-9', {})
  await health.addSubscription('pier-9', {}, [], tenantId)
  const rename = { display_name: '100% Älter_Name' }
  const renamed = await health.callAsOperator('PATCH', '/subscriptions/PIER-9', rename)
  expect([renamed.status, renamed.body]).toEqual([
    200,
    expect.objectContaining({ id: 'pier-9', ...rename, retired_at: null }),
  ])
  const found = async (search: string) => {
    const query = new URLSearchParams({ search })
    const { body } = await health.callAsOperator('GET', `/subscriptions?${query}`)
    return body.value.map(({ id }: { id: string }) => id)
  }
  expect(await found('UOY')).toEqual(['buoy-9'])
  expect(await found('100% älTER')).toEqual(['pier-9'])
  expect(await found('-9')).toEqual(['buoy-9', 'pier-9'])
  expect([await found('1%ä'), await found('pier_9'), await found('B\\')]).toEqual([[], [], []])
})

test('200: each names its organization', async () => {
  const { tenantId } = await health.addSubscription('of-somebody', {})
  const { name } = await health.database.db
    .selectFrom('organization')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const expected = {
    organization_id: tenantId,
    organization_name: name,
    display_name: 'of-somebody',
  }
  const { body } = await health.callAsOperator('GET', '/subscriptions?search=of-somebody')
  expect(body.value).toEqual([expect.objectContaining(expected)])
  const made = await health.callAsOperator('POST', '/subscriptions', {
    organization_id: tenantId,
    display_name: 'New',
  })
  expect([made.status, made.body.organization_name]).toEqual([201, name])
})

test('renamed, no other is; the audit trail has both names', async () => {
  for (const id of ['first', 'second']) await health.addSubscription(id, {})
  const change = { display_name: 'Renamed' }
  await health.callAsOperator('PATCH', '/subscriptions/first', change)
  const { body: second } = await health.callAsOperator('GET', '/subscriptions/second')
  expect(second.display_name).toBe('second')
  const { body } = await health.callAsOperator('GET', '/audit?scope=first')
  const row = { action: 'subscription.rename', before: { display_name: 'first' }, after: change }
  expect(body.value).toEqual([expect.objectContaining(row)])
  const missing = await health.callAsOperator('PATCH', '/subscriptions/nowhere', change)
  expect([missing.status, missing.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
})

test('200: pages of 100 of what was searched, each once', async () => {
  const { tenantId } = await health.addSubscription('crowd-000', {})
  for (let n = 1; n < 103; n++) {
    await health.addSubscription(`crowd-${`${n}`.padStart(3, '0')}`, {}, [], tenantId)
  }
  const first = await health.callAsOperator('GET', '/subscriptions?search=crowd')
  const { pathname, search } = new URL(first.body.nextLink)
  const second = await health.callAsOperator(
    'GET',
    `${pathname}${search}`.replace('/operator/v1', ''),
  )
  const ids = [...first.body.value, ...second.body.value].map(({ id }: { id: string }) => id)
  expect([first.body.value.length, new Set(ids).size]).toEqual([100, 103])
})
