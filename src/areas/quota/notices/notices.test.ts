import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useNotifications } from '../../../../test/support/server/notifications.ts'
import { ASK_A_PERSON, openQuota, QUICK_POLLING } from '../../../../test/support/server/quota.ts'

const stage = await useNotifications(ASK_A_PERSON, QUICK_POLLING)
const quota = openQuota(stage.installation)
const { receiver } = stage
beforeAll(async () => {
  await quota.addOperator('oskar')
  await quota.loadStarter()
})

const add = async (subscription: string) =>
  stage.addSubscription(subscription, { [stage.people.owner.id]: 'owner' })
const messagesTo = (path: string) => receiver.callsTo(path).map(({ body }) => JSON.parse(body))
const report = (subscription: string, currentValue: number, limit?: number) =>
  quota.callAsOperator('PATCH', `/subscriptions/${subscription}/quota`, {
    value: [
      {
        ...{ provider: 'Microsoft.Compute', location: 'East US', resource: 'cores', currentValue },
        ...(limit !== undefined && { limit }),
      },
    ],
  })

test('a request that was decided is told once, as it is read, to those who asked for it', async () => {
  await add('sub-q')
  await stage.addWebhook('decided', { notices: ['quotaDecisions'] }, 'sub-q')
  await stage.addWebhook('default', {}, 'sub-q')
  const { owner } = stage.people
  const { body: asked } = await quota.put(owner, 'sub-q', 'standardFSv2Family', 30)
  await expect.poll(async () => (await quota.waiting('sub-q')).length).toBe(1)
  expect(messagesTo('/decided')).toEqual([])
  const [waiting] = await quota.waiting('sub-q')
  if (!waiting) throw new Error('nothing waits')
  await quota.decide(waiting, { decision: 'approve', limit: 20, reason: 'half of it' })
  await expect.poll(() => messagesTo('/decided').length).toBe(1)
  const { body: read } = await quota.status(owner, 'sub-q', asked.requestId)
  expect(messagesTo('/decided')[0]).toMatchObject({
    type: 'binnacle.quota.request',
    subject: asked.requestId,
    data: read,
  })
  const [delivery] = await stage.listDeliveries('decided', 'sub-q')
  expect(delivery).toMatchObject({ kind: 'quota-request', subject: asked.requestId })
  expect(messagesTo('/default')).toEqual([])
  const { rows } = await sql`select from notice`.execute(stage.database.db)
  expect(rows).toEqual([])
})

test('one that is replaced by another has ended too', async () => {
  await add('sub-r')
  await stage.addWebhook('replaced', { notices: ['quotaDecisions'] }, 'sub-r')
  const { owner } = stage.people
  const { body: first } = await quota.put(owner, 'sub-r', 'standardFSv2Family', 30)
  await expect.poll(async () => (await quota.waiting('sub-r')).length).toBe(1)
  await quota.put(owner, 'sub-r', 'standardFSv2Family', 31)
  await expect.poll(() => messagesTo('/replaced').length).toBe(1)
  expect(messagesTo('/replaced')[0].subject).toBe(first.requestId)
})

test('usage is told when it comes to 80 % and to 95 %, once each time', async () => {
  await add('sub-u')
  await stage.addWebhook('usage', { notices: ['quotaUsage'] }, 'sub-u')
  const percents = () => messagesTo('/usage').map(({ data }) => data.percent)
  await report('sub-u', 79, 100)
  await report('sub-u', 80)
  await expect.poll(percents).toEqual([80])
  await report('sub-u', 81)
  await report('sub-u', 95)
  await expect.poll(percents).toEqual([80, 95])
  await report('sub-u', 99)
  await report('sub-u', 50)
  await report('sub-u', 100)
  await expect.poll(percents).toEqual([80, 95, 95])
  expect(messagesTo('/usage')[0]).toMatchObject({
    type: 'binnacle.quota.usage',
    subject: 'microsoft.compute/eastus/cores',
    data: { resource: 'cores', currentValue: 80, limit: 100, percent: 80 },
  })
})

test('two that end the last sub-requests at the same time tell it once', async () => {
  await add('sub-t')
  await stage.addWebhook('both', { notices: ['quotaDecisions'] }, 'sub-t')
  const { owner } = stage.people
  await quota.putMany(owner, 'sub-t', { standardFSv2Family: 40, standardDSv3Family: 41 })
  await expect.poll(async () => (await quota.waiting('sub-t')).length).toBe(2)
  const [one, other] = await quota.waiting('sub-t')
  if (!one || !other) throw new Error('nothing waits')
  const { db } = stage.database
  const end = (id: string) => sql`
    update quota_sub_request set state = 'Failed', ended_at = ${new Date()}, code = 'x'
     where subscription_id = 'sub-t' and id = ${id}::uuid`
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
  const { promise: isPlaced, resolve: placed } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (trx) => {
    await end(one.subRequestId).execute(trx)
    await sql`set constraints all immediate`.execute(trx)
    placed()
    await mayEnd
  })
  await isPlaced
  const second = db.transaction().execute((trx) => end(other.subRequestId).execute(trx))
  letEnd()
  await Promise.all([first, second])
  await expect.poll(() => messagesTo('/both').length).toBe(1)
})
