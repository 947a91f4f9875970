import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whileHolding } from '../../../test/support/database/locks.ts'
import { useDeclaredSchemas } from '../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { useNotifications } from '../../../test/support/server/notifications.ts'

const stage = await useNotifications()
const misfit = useDeclaredSchemas('openapi/operator.json')
const PLACE = ['Storage', 'West US'] as const

let owner: Reader
let number = 0
let one: string
let other: string
beforeAll(async () => {
  owner = await stage.addReader('oda')
})
beforeEach(async () => {
  number++
  ;[one, other] = [`one-${number}`, `other-${number}`]
  for (const id of [one, other]) {
    await stage.addSubscription(id, { [owner.id]: 'owner' }, [PLACE])
    await addNotification(id)
  }
})

const addNotification = (id: string) =>
  stage.callAs(owner, 'PUT', stage.pathOf('hook', id), {
    kind: 'webhook',
    address: stage.receiver.url(`/${id}`),
  })
const retire = (id = one) => stage.callAsOperator('POST', `/subscriptions/${id}/retire`)
const giveRole = () =>
  stage.callAsOperator('PUT', `/subscriptions/${one}/roles/${owner.id}`, { role: 'reader' })
const setFootprint = () => {
  const value = [{ service: PLACE[0], region: PLACE[1] }]
  return stage.callAsOperator('PUT', `/subscriptions/${one}/footprint`, { value })
}

/** How many roles, places and notifications it has. */
async function countOf(id: string): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    select array[(select count(*) from subscription_member where subscription_id = ${id}),
                 (select count(*) from footprint where subscription_id = ${id}),
                 (select count(*) from notification where subscription_id = ${id})
                ]::integer[] as counts`.execute(stage.database.db)
  return rows[0]?.counts ?? []
}

test('200: it has no roles, footprint and notifications any more; another one has', async () => {
  expect((await stage.ask(owner, stage.path(one))).status).toBe(200)
  const { status, body } = await retire(one.toUpperCase())
  expect([status, misfit('retireSubscription', status, body)]).toEqual([200, undefined])
  expect(body).toMatchObject({ id: one, retired_at: expect.any(String) })
  expect([await countOf(one), await countOf(other)]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ])
  expect((await stage.ask(owner, stage.path(one))).status).toBe(404)
  expect((await stage.ask(owner, stage.path(other))).status).toBe(200)
  const shown = await stage.callAsOperator('GET', `/subscriptions/${other}`)
  expect(shown.body.retired_at).toBeNull()
})

test('200: retired again, nothing changes; the audit trail says it once, with the roles that were there', async () => {
  const first = await retire()
  const second = await retire()
  expect([second.status, second.body]).toEqual([200, first.body])
  const { body } = await stage.callAsOperator('GET', `/audit?scope=${one}`)
  const records = body.value.filter(
    ({ action }: { action: string }) => action === 'subscription.retire',
  )
  expect(records).toEqual([
    expect.objectContaining({
      before: { roles: [{ principal_id: expect.any(String), role: 'owner' }] },
    }),
  ])
})

test('409 and 404: no role, footprint or event for it; it is not renamed to life', async () => {
  await retire()
  const role = await giveRole()
  expect([role.status, role.body.error.code]).toEqual([409, 'SubscriptionRetired'])
  expect((await setFootprint()).body.error.code).toBe('SubscriptionNotFound')
  const audience = { kind: 'subscriptions', subscriptions: [one] }
  const event = await stage.callAsOperator('POST', '/events', {
    audience,
    eventType: 'HealthAdvisory',
  })
  expect([event.status, event.body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  await stage.callAsOperator('PATCH', `/subscriptions/${one}`, { display_name: 'Alive' })
  expect(await countOf(one)).toEqual([0, 0, 0])
  expect((await retire('nowhere')).body.error.code).toBe('SubscriptionNotFound')
})

test('what waits for the subscription to be retired is refused', async () => {
  const retiring = sql`update subscription set retired_at = now() where id = ${one}`
  const answers = await whileHolding(stage.database.db, (trx) => retiring.execute(trx), [
    giveRole,
    setFootprint,
  ])
  expect(answers.map(({ body }) => body.error.code)).toEqual([
    'SubscriptionRetired',
    'SubscriptionNotFound',
  ])
})

test('what an owner adds while it is retired goes too', async () => {
  const [answer] = await whileHolding(
    stage.database.db,
    async (trx) => {
      await sql`select from subscription_member where subscription_id = ${one} for share`.execute(
        trx,
      )
      await sql`update notification set id = gen_random_uuid() where subscription_id = ${one}`.execute(
        trx,
      )
    },
    [retire],
  )
  expect([answer?.status, await countOf(one)]).toEqual([200, [0, 0, 0]])
})
