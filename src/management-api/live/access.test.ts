import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../test/support/http/service-health.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { openStream } from '../../../test/support/http/stream.ts'
import { useHealth } from '../../../test/support/server/health.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'

const health = useHealth({ LIVE_STREAMS_PER_CALLER: '3', LIVE_STREAMS: '6' })
let owner: Reader
beforeAll(async () => {
  owner = await health.addReader('owner')
  await health.addSubscription('sub-a', { [owner.id]: 'owner' })
})

const urlOf = (stream: string) => `${health.server.url}/live/v1/subscriptions/sub-a/${stream}`
const NAMED = { audience: { kind: 'subscriptions', subscriptions: ['sub-a'] } }
const grant = (id: string, role: string) =>
  health.callAsOperator('PUT', `/subscriptions/sub-a/roles/${id}`, { role })

async function addMember(): Promise<Reader> {
  const member = await health.addReader()
  await grant(member.id, 'reader')
  return member
}

/** Opens a stream, takes access away, publishes, and answers how the stream ended and after how long. */
async function cutBy(bearer: string, takeAway: () => Promise<unknown>, stream = 'events') {
  const opened = await openStream(urlOf(stream), bearer)
  await opened.next('start')
  const before = await health.publish(NAMED)
  if (stream === 'events') await opened.next('event')
  await takeAway()
  const at = performance.now()
  const later = await health.publish(NAMED)
  const { data } = await opened.next('end')
  await opened.ended()
  const ms = performance.now() - at
  expect(opened.text()).not.toContain(later)
  expect(opened.frames.at(-1)?.event).toBe('end')
  if (stream === 'events') expect(opened.text()).toContain(before)
  return { code: (data as { code: string }).code, ms }
}

describe('a stream ends within five seconds, and tells of nothing committed later,', () => {
  test.each(['events', 'quota'])('when the role is removed (%s)', async (stream) => {
    const member = await addMember()
    const { code, ms } = await cutBy(
      member.bearer,
      () => health.callAsOperator('DELETE', `/subscriptions/sub-a/roles/${member.id}`),
      stream,
    )
    expect(code).toBe('SubscriptionNotFound')
    expect(ms).toBeLessThan(5000)
  })

  test('when the account is disabled, and when it is signed out', async () => {
    const [ada, ben] = [await addMember(), await addMember()]
    const disabled = await cutBy(ada.bearer, () =>
      health.callAsOperator('PATCH', `/accounts/${ada.id}`, { disabled: true }),
    )
    const signedOut = await cutBy(ben.bearer, () =>
      health.callAsOperator('POST', `/accounts/${ben.id}/sign-out`),
    )
    expect([disabled.code, signedOut.code]).toEqual([
      'InvalidAuthenticationToken',
      'InvalidAuthenticationToken',
    ])
    expect(Math.max(disabled.ms, signedOut.ms)).toBeLessThan(5000)
  })

  test('when the bearer expires', async () => {
    const member = await addMember()
    const exp = Math.floor(Date.now() / 1000) + 3
    const claims = { sub: member.id, client_id: 'explorer', exp }
    const bearer = await forgeBearer(health.database.db, health.installation.seal, ORIGIN, claims)
    const stream = await openStream(urlOf('events'), bearer)
    const { data } = await stream.next('end')
    expect(data).toMatchObject({ code: 'ExpiredAuthenticationToken' })
    const lateMs = Date.now() - exp * 1000
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThan(5000)
  })
})

describe('how many streams are open', () => {
  test('is limited for each caller and for the process; a stream that was closed does not count', async () => {
    const [ada, ben, eve] = [await addMember(), await addMember(), await addMember()]
    const open = (reader: Reader, stream = 'events') => openStream(urlOf(stream), reader.bearer)
    const streams = [await open(ada), await open(ada), await open(ada, 'quota')]
    const fourth = await open(ada)
    expect(fourth.status).toBe(429)
    await fourth.ended()
    expect(fourth.text()).toContain('TooManyStreams')
    expect(fourth.headers.get('retry-after')).toBe('30')
    streams.push(await open(ben), await open(ben), await open(ben))
    const metrics = await health.server.metrics.scrape()
    expect(metrics).toContain('binnacle_open_streams{stream="events"} 5')
    expect(metrics).toContain('binnacle_open_streams{stream="quota"} 1')
    const seventh = await open(eve)
    expect(seventh.status).toBe(503)
    streams[0]?.close()
    await expect.poll(async () => (await open(eve)).status).toBe(200)
    for (const stream of streams) stream.close()
  })
})

describe('a caller who leaves', () => {
  const openThree = async (reader: Reader) => {
    const opened = [1, 2, 3].map(() => openStream(urlOf('events'), reader.bearer))
    const streams = await Promise.all(opened)
    for (const stream of streams) stream.close()
    return streams.map(({ status }) => status)
  }

  test('while access is checked takes no place', async () => {
    const member = await addMember()
    await health.database.db.transaction().execute(async (trx) => {
      await sql`lock table subscription_member in access exclusive mode`.execute(trx)
      for (let n = 0; n < 3; n++) {
        const signal = AbortSignal.timeout(200)
        const headers = { Authorization: `Bearer ${member.bearer}` }
        await expect(fetch(urlOf('events'), { headers, signal })).rejects.toThrow()
      }
    })
    await expect.poll(() => openThree(member)).toEqual([200, 200, 200])
  })

  test('with a second stream behind the first on the connection takes no place', async () => {
    const member = await addMember()
    const { host, port, pathname } = new URL(urlOf('events'))
    const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${member.bearer}\r\n\r\n`
    for (let n = 0; n < 3; n++) {
      const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
      socket.write(request.repeat(2))
      await once(socket, 'data')
      await delay(300)
      socket.destroy()
    }
    await expect.poll(() => openThree(member)).toEqual([200, 200, 200])
  })
})

test('the log line and the measurement of a stream come at its end; the measurement is of its beginning', async () => {
  const member = await addMember()
  const stream = await openStream(urlOf('events'), member.bearer)
  await stream.next('start')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  stream.close()
  const find = () =>
    health.server.logLines
      .map((line) => JSON.parse(line))
      .find(({ msg, account }) => msg === 'request' && account === member.id)
  await expect.poll(find).toMatchObject({
    route: '/live/v1/subscriptions/:subscriptionId/events',
    status: 200,
  })
  expect(find().ms).toBeGreaterThan(1000)
})
