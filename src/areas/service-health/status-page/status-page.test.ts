import { beforeAll, describe, expect, test } from 'vitest'
import { useWireTap } from '../../../../test/support/database/wire-tap.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { childrenOf, parseXml, textOf } from '../../../../test/support/service-health/xml.ts'

const health = useHealth()
const { installation, database } = health
const tap = useWireTap(database.url)
const clock = { aheadMs: 0 }
const settings = { seal: installation.seal, env: { PUBLIC_URL: ORIGIN, STATUS_PAGE: 'true' } }
const server = useServer({ ...settings, databaseUrl: database.url })
const tapped = useServer({
  ...settings,
  realTime: () => new Date(Date.now() + clock.aheadMs),
  get databaseUrl() {
    return tap.url
  },
})

const DAY_MS = 24 * 3600_000
const PATHS = ['/status', '/status/v1/events.json', '/status/v1/events.atom']
const IMPACT = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
const SECRET = 'the door is open'

const get = async (path: string, headers: Record<string, string> = {}, { url } = server) => {
  const response = await fetch(`${url}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const readJson = async () => JSON.parse((await get('/status/v1/events.json')).text)
/** What was published is there after a second at most. */
const readWith = async (trackingId: string) => {
  await expect.poll(async () => JSON.stringify(await readJson())).toContain(trackingId)
  return readJson()
}
const idsOf = (events: { trackingId: string }[]) => events.map(({ trackingId }) => trackingId)

let tenantId: string
beforeAll(async () => {
  tenantId = (await health.addSubscription('sub-a', {}, [['Storage', 'West US']])).tenantId
})

test('404 while STATUS_PAGE is false', async () => {
  for (const path of PATHS) {
    const { status, text } = await get(path, {}, health.server)
    expect([path, status, JSON.parse(text).error.code]).toEqual([path, 404, 'StatusPageOff'])
  }
})

describe('with STATUS_PAGE', () => {
  test('events for everyone: current by priority, then planned by beginning, then those of 90 days', async () => {
    const publish = (properties: object, eventType = 'ServiceIssue') =>
      health.publish({ eventType, properties, impact: IMPACT })
    const start = (days: number) => ({
      impactStartTime: new Date(Date.now() + days * DAY_MS).toISOString(),
    })
    const warning = await publish({ eventLevel: 'Warning' })
    const critical = await publish({ eventLevel: 'Critical', title: 'Disks', summary: 'Broken.' })
    const later = await publish(start(3), 'PlannedMaintenance')
    const sooner = await publish(start(1), 'PlannedMaintenance')
    const over = await publish({})
    await health.revise(over, 'resolve', { summary: 'Replaced.' })
    const old = await publish({})
    await health.revise(old, 'resolve')
    const before = new Date(Date.now() - 91 * DAY_MS)
    const { db } = database
    for (const table of ['event', 'event_reach'] as const) {
      const update = db.updateTable(table).set({ last_update_time: before })
      await update.where('tracking_id', '=', old).execute()
    }
    const last = await publish({ eventLevel: 'Informational' })
    const { current, planned, past } = await readWith(last)
    expect(idsOf(current)).toEqual([critical, warning, last])
    expect([idsOf(planned), idsOf(past)]).toEqual([[sooner, later], [over]])
    expect(current[0]).toEqual({
      trackingId: critical,
      title: 'Disks',
      eventType: 'ServiceIssue',
      status: 'Active',
      eventLevel: 'Critical',
      lastUpdateTime: expect.any(String),
      summary: 'Broken.',
      impact: [
        {
          impactedService: 'Storage',
          impactedRegions: [{ impactedRegion: 'West US', status: 'Active' }],
        },
      ],
      updates: [],
    })
    expect(past[0].updates).toEqual([{ updateDateTime: expect.any(String), summary: 'Replaced.' }])
    const page = await get('/status')
    for (const id of [critical, warning, later, sooner, over, last]) {
      expect(page.text).toContain(`<article id="${id}">`)
    }
    expect(page.text).not.toContain(old)
    const feed = parseXml((await get('/status/v1/events.atom')).text)
    expect(childrenOf(feed, 'entry').map((entry) => textOf(entry, 'id'))).toEqual(
      [critical, warning, last, sooner, later, over].map(
        (id) => `tag:binnacle.example,2026:events/${id}`,
      ),
    )
  })

  test('nothing that is sensitive or for somebody in particular, no ids, and no name of an operator', async () => {
    const hidden = [
      await health.publish({ isEventSensitive: true, properties: { title: SECRET } }),
      await health.publish({ audience: { kind: 'footprint' }, impact: IMPACT }),
      await health.publish({ audience: { kind: 'subscriptions', subscriptions: ['sub-a'] } }),
    ]
    const narrowed = await health.publish({ impact: IMPACT })
    await health.revise(narrowed, 'audience', { kind: 'subscriptions', subscriptions: ['sub-a'] })
    await readWith(await health.publish({ impact: IMPACT }))
    for (const path of PATHS) {
      const { text } = await get(path)
      const found = [...hidden, narrowed, SECRET, 'sub-a', tenantId, 'operator'].filter((secret) =>
        text.includes(secret),
      )
      expect([path, found]).toEqual([path, []])
    }
  })

  test('markup in an event is text', async () => {
    const title = '</title><script>alert(1)</script><img src=x onerror="alert(1)">'
    const id = await health.publish({
      properties: { title, summary: title },
      impact: [{ impactedService: title, impactedRegions: ['West US'] }],
    })
    await readWith(id)
    const { text, headers } = await get('/status')
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toMatch(/<script|<img|onerror="/)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    expect(parseXml((await get('/status/v1/events.atom')).text).name).toBe('feed')
  })

  test('public for ten seconds, and 304 to whoever has it', async () => {
    for (const path of PATHS) {
      const { headers, status } = await get(path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=10'])
      const etag = headers.get('etag') ?? ''
      const repeated = await get(path, { 'If-None-Match': etag })
      expect([path, repeated.status, repeated.text]).toEqual([path, 304, ''])
    }
  })

  test('a thousand requests ask the database as often as one', async () => {
    await get('/status', {}, tapped)
    tap.statements = 0
    const begin = performance.now()
    for (let n = 0; n < 50; n++) {
      await Promise.all(Array.from({ length: 20 }, () => get('/status', {}, tapped)))
    }
    const seconds = (performance.now() - begin) / 1000
    expect(tap.statements).toBeLessThanOrEqual(2 * (Math.ceil(seconds) + 1))
  })

  test('while the database is away, the last page says how old it is', async () => {
    const fresh = await get('/status', {}, tapped)
    expect(fresh.text).not.toContain('cannot be read')
    tap.cut()
    await expect
      .poll(async () => (await get('/status', {}, tapped)).text, { interval: 500 })
      .toMatch(/New events cannot be read at the moment\. .* 1 minute ago\./)
    const { staleSince } = JSON.parse((await get('/status/v1/events.json', {}, tapped)).text)
    expect(Date.parse(staleSince)).toBeLessThan(Date.now())
    const feed = parseXml((await get('/status/v1/events.atom', {}, tapped)).text)
    expect(textOf(feed, 'subtitle')).toContain(staleSince)
    const lines = tapped.logLines.filter((line) => line.includes('status page not refreshed'))
    expect(lines).toHaveLength(1)
    tap.restore()
    await expect
      .poll(async () => (await get('/status', {}, tapped)).text)
      .not.toContain('cannot be read')
  })

  test('503 if nothing was read yet and the database is away', async () => {
    tap.cut()
    try {
      expect((await get('/status', {}, unread)).status).toBe(503)
    } finally {
      tap.restore()
    }
    await expect.poll(async () => (await get('/status', {}, unread)).status).toBe(200)
  })
})

const unread = useServer({
  ...settings,
  get databaseUrl() {
    return tap.url
  },
})
