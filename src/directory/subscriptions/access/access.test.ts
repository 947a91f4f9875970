import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { insertClient } from '../../../../test/support/http/signed-in.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { insertGroup, putIntoGroup } from '../../../../test/support/world/groups.ts'
import { insertOrganization } from '../../../../test/support/world/world.ts'
import { listCreatorOrOwners } from '../../notices/store.ts'

const health = useHealth()
const misfit = useDeclaredSchemas('openapi/operator.json')
const VERSION = { 'api-version': '2025-05-01' }
const ISSUER = 'https://login.example.com'
const ROBOT = '019a8b6e-0000-7000-8000-00000000000b'

let ada: Reader
let bob: Reader
let cleo: Reader
let org: { id: string; name: string }
let group: string
beforeAll(async () => {
  const { db } = health.database
  ada = await health.addReader('ada')
  bob = await health.addReader('bob')
  cleo = await health.addReader('cleo')
  org = await insertOrganization(db, { [ada.id]: 'member', [bob.id]: 'collaborator' }, 'acme')
  group = await insertGroup(db, ISSUER, 'crew')
  await putIntoGroup(db, group, cleo.id)
  await insertClient(db, 'robot', ['client-credentials'], { principalId: ROBOT })
})

const give = (subscription: string, principal: string, body: object) =>
  health.callAsOperator('PUT', `/subscriptions/${subscription}/roles/${principal}`, body)
const take = (subscription: string, principal: string) =>
  health.callAsOperator('DELETE', `/subscriptions/${subscription}/roles/${principal}`)

/** What area B and the list of own subscriptions say. */
async function reaches(person: Reader, subscription: string): Promise<boolean> {
  const path = `/subscriptions/${subscription}/providers/Microsoft.ResourceHealth/events`
  const { status } = await health.ask(person, path, VERSION)
  const own = await health.ask(person, '/subscriptions', VERSION)
  const tenants = await health.ask(person, '/tenants', VERSION)
  const isListed = own.body.value.some((one: { id: string }) => one.id.endsWith(`/${subscription}`))
  expect([status, tenants.body.value.length > 0]).toEqual(
    isListed ? [200, true] : [404, expect.anything()],
  )
  return isListed
}

async function listAccess(subscription: string, query = '') {
  const { status, body } = await health.callAsOperator(
    'GET',
    `/subscriptions/${subscription}/access${query}`,
  )
  expect(misfit('listSubscriptionAccess', status, body)).toBeUndefined()
  return body.value as { name: string; role: string; through: { name: string; role: string }[] }[]
}

describe('a role of an organization', () => {
  test('opens the subscription to members at once, to collaborators if it says so, and ends with each of them', async () => {
    await health.addSubscription('of-acme', {})
    expect(await reaches(ada, 'of-acme')).toBe(false)
    await give('of-acme', org.id, { role: 'reader' })
    expect([await reaches(ada, 'of-acme'), await reaches(bob, 'of-acme')]).toEqual([true, false])
    await give('of-acme', org.id, { role: 'reader', includes_collaborators: true })
    expect([await reaches(bob, 'of-acme'), await reaches(cleo, 'of-acme')]).toEqual([true, false])
    await give('of-acme', org.id, { role: 'owner' })
    expect([await reaches(ada, 'of-acme'), await reaches(bob, 'of-acme')]).toEqual([true, false])
    await take('of-acme', org.id)
    expect(await reaches(ada, 'of-acme')).toBe(false)
  })

  test('members of the organization that owns a subscription have none without a row', async () => {
    await health.addSubscription('owned', {}, [], org.id)
    expect(await reaches(ada, 'owned')).toBe(false)
  })

  test('opens nothing but its subscription', async () => {
    for (const id of ['one', 'two']) await health.addSubscription(id, {})
    await give('one', org.id, { role: 'reader' })
    expect([await reaches(ada, 'one'), await reaches(ada, 'two')]).toEqual([true, false])
  })
})

describe('a role of a group', () => {
  test('opens the subscription to whom the issuer named, until the time is over', async () => {
    const { db } = health.database
    await health.addSubscription('of-crew', {})
    await give('of-crew', group, { role: 'contributor' })
    expect([await reaches(cleo, 'of-crew'), await reaches(ada, 'of-crew')]).toEqual([true, false])
    await putIntoGroup(db, group, cleo.id, 0)
    expect([await reaches(cleo, 'of-crew'), await listAccess('of-crew')]).toEqual([false, []])
    await putIntoGroup(db, group, cleo.id)
    expect(await reaches(cleo, 'of-crew')).toBe(true)
    await take('of-crew', group)
    expect(await reaches(cleo, 'of-crew')).toBe(false)
  })
})

test('the highest role counts, and mails go to its owners through whatever they are', async () => {
  const { db } = health.database
  await health.addSubscription('several', { [ada.id]: 'reader', [cleo.id]: 'reader' })
  await give('several', org.id, { role: 'owner' })
  await give('several', group, { role: 'contributor' })
  const rows = await listAccess('several')
  expect(
    rows.map(({ name, role, through }) => [name, role, ...through.map((one) => one.name)]),
  ).toEqual([
    ['ada', 'owner', 'acme', 'ada'],
    ['cleo', 'contributor', 'The crew', 'cleo'],
  ])
  const recipients = await listCreatorOrOwners(
    db,
    { subscriptionId: 'several', createdBy: 'nobody' },
    10,
  )
  expect(recipients.map(({ id }) => id)).toEqual([ada.id])
  const ofTenant = await health.ask(cleo, '/providers/Microsoft.ResourceHealth/events', VERSION)
  expect(ofTenant.status).toBe(200)
})

describe('GET /operator/v1/subscriptions/{subscription_id}/roles', () => {
  test('names each principal, with the number of accounts that it stands for', async () => {
    await health.addSubscription('named', {})
    await give('named', ada.id, { role: 'reader' })
    await give('named', ROBOT, { role: 'reader' })
    await give('named', org.id, { role: 'reader', includes_collaborators: true })
    await give('named', group, { role: 'owner' })
    const { status, body } = await health.callAsOperator('GET', '/subscriptions/named/roles')
    expect(misfit('listSubscriptionRoles', status, body)).toBeUndefined()
    const own = { role: 'reader', granted_at: expect.any(String) }
    const wanted = [
      { ...own, principal_id: ada.id, kind: 'account', name: 'ada' },
      { ...own, principal_id: ROBOT, kind: 'service', name: 'robot' },
      {
        ...own,
        principal_id: org.id,
        kind: 'organization',
        name: 'acme',
        members: 2,
        includes_collaborators: true,
      },
      { ...own, principal_id: group, kind: 'group', name: 'The crew', members: 1, role: 'owner' },
    ]
    expect(body.value).toHaveLength(4)
    expect(body.value).toEqual(expect.arrayContaining(wanted))
  })

  test('has 100 a page, each once', async () => {
    await health.addSubscription('many', {})
    for (let n = 0; n < 103; n++) {
      const id = await insertGroup(health.database.db, ISSUER, `many-${n}`)
      await give('many', id, { role: 'reader' })
    }
    const first = await health.callAsOperator('GET', '/subscriptions/many/roles')
    const next = first.body.nextLink.replace(/^.*\/operator\/v1/, '')
    const second = await health.callAsOperator('GET', next)
    const ids = [...first.body.value, ...second.body.value].map((one) => one.principal_id)
    expect([first.body.value.length, new Set(ids).size]).toEqual([100, 103])
  })
})

describe('GET /operator/v1/subscriptions/{subscription_id}/access', () => {
  test('finds a person by name or address, says when a group ends, and leaves out who is disabled', async () => {
    const { db } = health.database
    await health.addSubscription('found', { [ROBOT]: 'reader' })
    await give('found', org.id, { role: 'reader', includes_collaborators: true })
    await give('found', group, { role: 'reader' })
    expect(await listAccess('found', '?search=CLEO')).toEqual([
      expect.objectContaining({
        name: 'cleo',
        kind: 'account',
        email: expect.stringContaining('cleo'),
        through: [
          {
            kind: 'group',
            principal_id: group,
            name: 'The crew',
            role: 'reader',
            ends_at: expect.any(String),
          },
        ],
      }),
    ])
    expect(await listAccess('found', '?search=%25')).toEqual([])
    expect(await listAccess('found')).toHaveLength(4)
    await db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', bob.id)
      .execute()
    expect((await listAccess('found')).map(({ name }) => name).toSorted()).toEqual([
      'ada',
      'cleo',
      'robot',
    ])
    const { body } = await health.callAsOperator('GET', '/subscriptions/found/roles')
    expect(body.value.find((one: { kind: string }) => one.kind === 'organization').members).toBe(1)
    await db.updateTable('account').set({ disabled_at: null }).where('id', '=', bob.id).execute()
  })

  test('404: a subscription that does not exist', async () => {
    expect((await health.callAsOperator('GET', '/subscriptions/nowhere/access')).status).toBe(404)
  })

  test('has 100 a page, each once', async () => {
    const { db } = health.database
    const crowd = await insertGroup(db, ISSUER, 'crowd')
    await health.addSubscription('crowded', {})
    await give('crowded', crowd, { role: 'reader' })
    for (let n = 0; n < 103; n++) {
      const { id } = await health.addReader()
      await putIntoGroup(db, crowd, id)
    }
    const first = await health.callAsOperator('GET', '/subscriptions/crowded/access')
    const next = first.body.nextLink.replace(/^.*\/operator\/v1/, '')
    const second = await health.callAsOperator('GET', next)
    const ids = [...first.body.value, ...second.body.value].map((one) => one.principal_id)
    expect([first.body.value.length, new Set(ids).size]).toEqual([100, 103])
  })
})

describe('GET /operator/v1/accounts/{account_id}/subscriptions', () => {
  test('lists where somebody has access, and through what', async () => {
    const dora = await health.addReader('dora')
    await putIntoGroup(health.database.db, group, dora.id)
    await health.addSubscription('x-1', { [dora.id]: 'owner', [ada.id]: 'owner' })
    await health.addSubscription('x-2', { [ada.id]: 'owner' })
    for (const id of ['x-1', 'x-2']) await give(id, group, { role: 'reader' })
    const { status, body } = await health.callAsOperator(
      'GET',
      `/accounts/${dora.id}/subscriptions`,
    )
    expect(misfit('listAccountSubscriptions', status, body)).toBeUndefined()
    const mine = body.value.filter((one: { subscription_id: string }) =>
      one.subscription_id.startsWith('x-'),
    )
    const byGroup = expect.objectContaining({
      kind: 'group',
      role: 'reader',
      ends_at: expect.any(String),
    })
    const direct = { kind: 'account', principal_id: dora.id, name: 'dora', role: 'owner' }
    expect(mine).toEqual([
      { subscription_id: 'x-1', display_name: 'x-1', role: 'owner', through: [direct, byGroup] },
      { subscription_id: 'x-2', display_name: 'x-2', role: 'reader', through: [byGroup] },
    ])
    await health.callAsOperator('PATCH', `/accounts/${dora.id}`, { disabled: true })
    const disabled = await health.callAsOperator('GET', `/accounts/${dora.id}/subscriptions`)
    expect(disabled.body.value).toEqual([])
  })

  test('404: an account that does not exist', async () => {
    for (const id of ['x', ROBOT])
      expect((await health.callAsOperator('GET', `/accounts/${id}/subscriptions`)).status).toBe(404)
  })

  test('has 100 a page, each once', async () => {
    const many = await health.addReader('many')
    for (let n = 0; n < 103; n++) await health.addSubscription(`m-${n}`, { [many.id]: 'owner' })
    const first = await health.callAsOperator('GET', `/accounts/${many.id}/subscriptions`)
    const next = first.body.nextLink.replace(/^.*\/operator\/v1/, '')
    const second = await health.callAsOperator('GET', next)
    const ids = [...first.body.value, ...second.body.value].map((one) => one.subscription_id)
    expect([first.body.value.length, new Set(ids).size]).toEqual([100, 103])
  })
})

test('the role of an organization is gone with the organization', async () => {
  const boss = await health.addReader('boss')
  const gone = await insertOrganization(health.database.db, { [boss.id]: 'admin' }, 'gone')
  await health.addSubscription('stays', {})
  await give('stays', gone.id, { role: 'reader' })
  const bearer = await health.signInAs(boss.id)
  const response = await fetch(`${health.server.url}/v0.1/orgs/gone`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${bearer}` },
  })
  expect(response.status).toBe(204)
  const { body } = await health.callAsOperator('GET', '/subscriptions/stays/roles')
  expect(body.value).toEqual([])
  const audit = await health.database.db
    .selectFrom('audit')
    .select(['action', 'target', 'before'])
    .where('scope_id', '=', 'stays')
    .orderBy('id')
    .execute()
  expect(audit.at(-1)).toEqual({
    action: 'subscription.remove-role',
    target: `principal ${gone.id}`,
    before: { role: 'reader' },
  })
})
