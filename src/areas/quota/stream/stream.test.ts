import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { openStream } from '../../../../test/support/http/stream.ts'
import { ASK_A_PERSON, useQuota } from '../../../../test/support/server/quota.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const quota = useQuota(ASK_A_PERSON)
let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.addSubscription('sub-b', { [ada.id]: 'owner' })
})

const follow = (lastEventId?: string, subscription = 'sub-a') =>
  openStream(
    `${quota.server.url}/live/v1/subscriptions/${subscription}/quota`,
    ada.bearer,
    lastEventId,
  )
const stateOf = ({ data }: { data: unknown }) =>
  (data as { properties: { provisioningState: string } }).properties.provisioningState

/** Streams what comes of a request until it has reached a state; answers the last frame. */
async function until(stream: Awaited<ReturnType<typeof follow>>, state: string) {
  for (;;) {
    const frame = await stream.next('quotaRequest')
    if (stateOf(frame) === state) return frame
  }
}

describe('a request', () => {
  test('comes when it is made, while it waits, and when it is decided, as it is read', async () => {
    const stream = await follow()
    await stream.next('start')
    const { body: asked } = await quota.put(ada, 'sub-a', 'standardFSv2Family', 30)
    const waiting = await until(stream, 'InProgress')
    const { body: read } = await quota.status(ada, 'sub-a', asked.requestId)
    expect(waiting.data).toEqual(read)
    const [subRequest] = await quota.waiting('sub-a')
    if (!subRequest) throw new Error('nothing waits for a person')
    await quota.decide(subRequest, { decision: 'approve', limit: 20, reason: 'half of it' })
    const granted = await until(stream, 'Succeeded')
    expect(granted.data).toEqual((await quota.status(ada, 'sub-a', asked.requestId)).body)
    expect(granted.data).toMatchObject({ properties: { value: [{ limit: 20 }] } })
    stream.close()
  })

  test('of another subscription does not come', async () => {
    const streams = [await follow(), await follow(undefined, 'sub-b')] as const
    for (const stream of streams) await stream.next('start')
    const { body: asked } = await quota.put(ada, 'sub-b', 'standardFSv2Family', 40)
    await until(streams[1], 'InProgress')
    const { body: own } = await quota.put(ada, 'sub-a', 'standardFSv2Family', 41)
    await until(streams[0], 'InProgress')
    expect(streams[0].text()).toContain(own.requestId)
    expect(streams[0].text()).not.toContain(asked.requestId)
    for (const stream of streams) stream.close()
  })

  test('that changed while the client was away comes once, as it is then', async () => {
    const stream = await follow()
    const { id } = await stream.next('start')
    stream.close()
    const { body: asked } = await quota.put(ada, 'sub-a', 'standardDSv3Family', 50)
    await quota.waitForRequest(
      ada,
      'sub-a',
      asked.requestId,
      ({ properties }) => properties.provisioningState === 'InProgress',
    )
    const again = await follow(id)
    const frame = await again.next('quotaRequest')
    expect(frame.data).toEqual((await quota.status(ada, 'sub-a', asked.requestId)).body)
    const { body: next } = await quota.put(ada, 'sub-a', 'standardDSv3Family', 51)
    await again.next('quotaRequest')
    await again.next('quotaRequest')
    const sent = again.frames.filter(({ data }) => JSON.stringify(data).includes(asked.requestId))
    expect(sent.map(stateOf)).toEqual(['InProgress', 'Failed'])
    expect(JSON.stringify(sent[1]?.data)).toContain(next.requestId)
    again.close()
  })
})

const change = (trx: Trx, requestId: string, message: string) =>
  sql`update quota_sub_request set message = ${message} where request_id = ${requestId}`.execute(
    trx,
  )

describe('the order', () => {
  test('is that of the commits, also when the earlier change is committed later', async () => {
    const { body: early } = await quota.put(ada, 'sub-a', 'standardFSv2Family', 61)
    // Else its decision waits for the change below, and replaces the message at once.
    await quota.waitForRequest(
      ada,
      'sub-a',
      early.requestId,
      ({ properties }) => properties.provisioningState === 'InProgress',
    )
    const stream = await follow()
    await stream.next('start')
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>()
    const late = quota.database.db.transaction().execute(async (trx) => {
      await change(trx, early.requestId, 'a change that is committed late')
      changed()
      await mayEnd
    })
    await isChanged
    const { body: asked } = await quota.put(ada, 'sub-a', 'standardDSv3Family', 62)
    for (;;) {
      const { data } = await stream.next('quotaRequest')
      if (JSON.stringify(data).includes(asked.requestId)) break
    }
    expect(stream.text()).not.toContain('committed late')
    end()
    await late
    for (;;) {
      const { data } = await stream.next('quotaRequest')
      if (JSON.stringify(data).includes('committed late')) break
    }
    stream.close()
  })

  test('holds when a transaction has its position and is not committed yet', async () => {
    const { body: early } = await quota.put(ada, 'sub-a', 'standardFSv2Family', 71)
    await quota.waitForRequest(
      ada,
      'sub-a',
      early.requestId,
      ({ properties }) => properties.provisioningState === 'InProgress',
    )
    const stream = await follow()
    await stream.next('start')
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isPlaced, resolve: placed } = Promise.withResolvers<void>()
    const late = quota.database.db.transaction().execute(async (trx) => {
      await change(trx, early.requestId, 'placed first')
      await sql`set constraints all immediate`.execute(trx)
      placed()
      await mayEnd
    })
    await isPlaced
    const pending = quota.put(ada, 'sub-a', 'standardDSv3Family', 72)
    await stream.next('quotaRequest', 700).then(
      () => expect.unreachable('a later position was visible first'),
      () => undefined,
    )
    end()
    await late
    const { body: asked } = await pending
    await until(stream, 'InProgress')
    const order = stream.frames.flatMap(({ data }) =>
      [early.requestId, asked.requestId].filter((id) => JSON.stringify(data).includes(id)),
    )
    expect(order[0]).toBe(early.requestId)
    expect(order).toContain(asked.requestId)
    stream.close()
  })
})
