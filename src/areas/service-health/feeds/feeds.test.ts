import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDeclaredSchemas } from '../../../../test/support/http/schema-check.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { eventsOf, parseCalendar } from '../../../../test/support/service-health/calendar.ts'
import { openFeeds } from '../../../../test/support/service-health/feeds.ts'
import { childrenOf, parseXml, textOf } from '../../../../test/support/service-health/xml.ts'
import { MOST_ENTRIES, MOST_OF_CREATOR, MOST_OF_SUBSCRIPTION } from './rules.ts'

const health = useHealth({ RATE_LIMITS: 'false' })
const feeds = openFeeds(health)
const misfit = useDeclaredSchemas('openapi/feeds.json')
let owner: Reader
let reader: Reader
beforeAll(async () => {
  owner = await health.addReader('owner')
  reader = await health.addReader('rex')
  const roles = { [owner.id]: 'owner', [reader.id]: 'reader' } as const
  await health.addSubscription('sub-a', roles, [['Storage', 'West US']])
})

const HOUR_MS = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const IMPACT = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
const entriesIn = (text: string) => childrenOf(parseXml(text), 'entry')
const findEntry = (text: string, trackingId: string) =>
  entriesIn(text).find((entry) => textOf(entry, 'id').endsWith(`/${trackingId}`))

describe('POST /feeds/v1/subscriptions/{subscriptionId}/feeds', () => {
  test('201: anybody with a role; the addresses are shown once and are not in the list', async () => {
    for (const who of [owner, reader]) {
      const { status, body } = await feeds.create(who, 'sub-a', 'My calendar')
      expect(status).toBe(201)
      expect(misfit('createFeed', status, body)).toBeUndefined()
      expect(body.eventsUrl).toMatch(
        /^http:\/\/binnacle\.example\/feeds\/v1\/bnf_[\w-]{43}\/events\.atom$/,
      )
      const { body: listed } = await feeds.list(who, 'sub-a')
      expect(misfit('listFeeds', 200, listed)).toBeUndefined()
      const { eventsUrl, maintenanceUrl, ...shown } = body
      expect(listed.value).toContainEqual(shown)
      expect(JSON.stringify(listed)).not.toContain('bnf_')
      expect(maintenanceUrl.startsWith(eventsUrl.slice(0, 60))).toBe(true)
    }
  })

  test('400: without a description; 401: nobody; 404: without a role', async () => {
    expect((await feeds.create(owner, 'sub-a', '')).status).toBe(400)
    expect((await feeds.create(undefined, 'sub-a')).status).toBe(401)
    const stranger = await health.addReader()
    const { status, body } = await feeds.create(stranger, 'sub-a')
    expect([status, body.error.code]).toEqual([404, 'SubscriptionNotFound'])
  })

  test('409: too many of one account, and of one subscription; a revoked one does not count', async () => {
    const [ada, ben] = [await health.addReader(), await health.addReader()]
    await health.addSubscription('sub-full', { [ada.id]: 'owner', [ben.id]: 'reader' })
    const statuses: number[] = []
    for (let n = 0; n <= MOST_OF_CREATOR; n++) {
      statuses.push((await feeds.create(ben, 'sub-full')).status)
    }
    expect(statuses).toEqual([...Array(MOST_OF_CREATOR).fill(201), 409])
    const [first] = (await feeds.list(ben, 'sub-full')).body.value
    expect((await feeds.revoke(ben, 'sub-full', first.id)).status).toBe(204)
    expect((await feeds.create(ben, 'sub-full')).status).toBe(201)
    await feeds.fill('sub-full', MOST_OF_SUBSCRIPTION - MOST_OF_CREATOR)
    const { status, body } = await feeds.create(ada, 'sub-full')
    expect([status, body.error.code]).toEqual([409, 'FeedLimitReached'])
  })
})

describe('DELETE /feeds/v1/subscriptions/{subscriptionId}/feeds/{feedId}', () => {
  test('204: own ones, and all for an owner; 404: those of others; the audit trail has both', async () => {
    const own = (await feeds.create(reader, 'sub-a')).body
    const ofOwner = (await feeds.create(owner, 'sub-a')).body
    const ids = (await feeds.list(reader, 'sub-a')).body.value.map((one: { id: string }) => one.id)
    expect([ids.includes(own.id), ids.includes(ofOwner.id)]).toEqual([true, false])
    expect((await feeds.revoke(reader, 'sub-a', ofOwner.id)).body.error.code).toBe('FeedNotFound')
    expect((await feeds.revoke(reader, 'sub-a', 'x')).status).toBe(404)
    expect((await feeds.read(own.eventsUrl)).status).toBe(200)
    expect((await feeds.revoke(owner, 'sub-a', own.id)).status).toBe(204)
    expect((await feeds.read(own.eventsUrl)).status).toBe(404)
    expect((await feeds.revoke(owner, 'sub-a', own.id)).status).toBe(404)
    const { body } = await health.callAsOperator('GET', '/audit?scope=sub-a')
    const actions = body.value
      .filter(({ target }: { target: string }) => target === `feed ${own.id}`)
      .map(({ action, actor_id }: { action: string; actor_id: string }) => [action, actor_id])
    expect(actions).toEqual([
      ['feed.revoke', owner.id],
      ['feed.create', reader.id],
    ])
  })
})

describe('GET /feeds/v1/{secret}/events.atom', () => {
  test('200: a valid Atom feed of what the list shows, with ids that stay', async () => {
    const id = await health.publish({
      properties: { title: 'Disks & tapes', summary: 'Reads fail.', eventLevel: 'Error' },
      impact: IMPACT,
    })
    const { body: feed } = await feeds.create(reader, 'sub-a')
    const { text, headers } = await feeds.read(feed.eventsUrl)
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const root = parseXml(text)
    expect([root.name, root.attributes]).toEqual(['feed', { xmlns: 'http://www.w3.org/2005/Atom' }])
    expect(textOf(root, 'id')).toBe(`tag:binnacle.example,2026:feeds/${feed.id}`)
    expect(text).not.toContain(feed.eventsUrl.split('/')[5])
    const entry = findEntry(text, id)
    if (!entry) throw new Error('no entry')
    expect(textOf(entry, 'id')).toBe(`tag:binnacle.example,2026:events/${id}`)
    expect(textOf(entry, 'title')).toBe('Disks & tapes')
    expect(Date.parse(textOf(entry, 'updated'))).toBeGreaterThan(0)
    expect(textOf(entry, 'content')).toContain('Where: Storage (West US)')
    expect(textOf(entry, 'content')).toContain('Reads fail.')
    expect(childrenOf(entry, 'link')[0]?.attributes.href).toBe(
      `http://binnacle.example/health/sub-a/events/${id}`,
    )
    const terms = childrenOf(entry, 'category').map(({ attributes }) => attributes.term)
    expect(terms).toEqual(['ServiceIssue', 'Active', 'Error'])
    await health.revise(id, 'resolve', { summary: 'Disks were replaced.' })
    const later = findEntry((await feeds.read(feed.eventsUrl)).text, id)
    if (!later) throw new Error('no entry')
    expect(textOf(later, 'id')).toBe(textOf(entry, 'id'))
    expect(textOf(later, 'content')).toMatch(/Status: Resolved.*Disks were replaced\./s)
    expect(textOf(later, 'updated') > textOf(entry, 'updated')).toBe(true)
  })

  test('304 to whoever has it, until something changes', async () => {
    const { body } = await feeds.create(reader, 'sub-a')
    const etag = (await feeds.read(body.eventsUrl)).headers.get('etag') ?? ''
    const repeated = await feeds.read(body.eventsUrl, { 'If-None-Match': `W/"x", ${etag}` })
    expect([repeated.status, repeated.text]).toEqual([304, ''])
    const { paths } = JSON.parse(readFileSync('openapi/feeds.json', 'utf8'))
    for (const file of ['events.atom', 'maintenance.ics']) {
      expect(paths[`/feeds/v1/{secret}/${file}`].get.responses).toHaveProperty('304')
    }
    await health.publish()
    const changed = await feeds.read(body.eventsUrl, { 'If-None-Match': etag })
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  })

  test('$filter as in lists; 400 for one that cannot be read', async () => {
    const id = await health.publish({ eventType: 'Billing' })
    const { body } = await feeds.create(reader, 'sub-a')
    const filtered = await feeds.read(`${body.eventsUrl}?$filter=eventType eq 'Billing'`)
    expect(entriesIn(filtered.text).map((entry) => textOf(entry, 'id'))).toEqual([
      `tag:binnacle.example,2026:events/${id}`,
    ])
    const unreadable = await feeds.read(`${body.eventsUrl}?$filter=colour eq 'red'`)
    expect(unreadable.status).toBe(400)
    expect(JSON.parse(unreadable.text).error.code).toBe('InvalidODataQueryOptions')
  })

  test('the text of a sensitive event is left out, for owners as well', async () => {
    const secret = 'the door is open'
    const id = await health.publish({
      isEventSensitive: true,
      properties: { title: 'A notice', summary: secret, description: secret },
      impact: IMPACT,
    })
    await health.revise(id, 'updates', { summary: secret })
    const { body } = await feeds.create(owner, 'sub-a')
    const { text } = await feeds.read(body.eventsUrl)
    expect(findEntry(text, id)).toBeDefined()
    expect(text).not.toContain(secret)
  })

  test('events of other subscriptions are not in it, and no ids of others', async () => {
    const other = await health.addSubscription('sub-other', {})
    const audience = { kind: 'subscriptions', subscriptions: ['sub-a', 'sub-other'] }
    const both = await health.publish({ audience, impact: IMPACT })
    const foreign = await health.publish({
      audience: { kind: 'subscriptions', subscriptions: ['sub-other'] },
    })
    const { body } = await feeds.create(owner, 'sub-a')
    const { text } = await feeds.read(body.eventsUrl)
    expect([findEntry(text, both) !== undefined, findEntry(text, foreign)]).toEqual([
      true,
      undefined,
    ])
    expect(text).not.toContain('sub-other')
    expect(text).not.toContain(other.tenantId)
  })

  test(`at most ${MOST_ENTRIES} entries, the latest first`, async () => {
    const many = await health.addReader()
    await health.addSubscription('sub-many', { [many.id]: 'reader' })
    const audience = { kind: 'subscriptions', subscriptions: ['sub-many'] }
    const ids: string[] = []
    for (let n = 0; n < MOST_ENTRIES + 2; n++) ids.push(await health.publish({ audience }))
    const { body } = await feeds.create(many, 'sub-many')
    const { text } = await feeds.read(body.eventsUrl)
    expect(entriesIn(text)).toHaveLength(MOST_ENTRIES)
    expect(textOf(entriesIn(text)[0] as never, 'id')).toContain(ids.at(-1))
  })

  test('a subscription without events has a valid feed and a valid calendar', async () => {
    const nobody = await health.addReader()
    await health.addSubscription('sub-none', { [nobody.id]: 'reader' })
    const { body } = await feeds.create(nobody, 'sub-none')
    const none = `?$filter=trackingId eq 'NONE'`
    expect(entriesIn((await feeds.read(body.eventsUrl + none)).text)).toEqual([])
    const { bytes } = await feeds.read(body.maintenanceUrl + none)
    expect(eventsOf(parseCalendar(bytes))).toEqual([])
  })
})

describe('GET /feeds/v1/{secret}/maintenance.ics', () => {
  test('200: planned maintenance, which a calendar replaces when it changes', async () => {
    const id = await health.publish({
      eventType: 'PlannedMaintenance',
      properties: {
        title: 'Patches; all hosts, everywhere',
        summary: 'Two reboots.\nEach takes a minute.',
        impactStartTime: inHours(24),
        impactMitigationTime: inHours(26),
      },
      impact: IMPACT,
    })
    await health.publish({ properties: { impactStartTime: inHours(1) } })
    const { body } = await feeds.create(reader, 'sub-a')
    const first = await feeds.read(body.maintenanceUrl)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const [event, ...others] = eventsOf(parseCalendar(first.bytes))
    expect(others).toEqual([])
    expect(event?.get('UID')).toBe(`${id}@binnacle.example`)
    expect(event?.get('SEQUENCE')).toBe('0')
    expect(event?.get('SUMMARY')).toBe('Patches; all hosts, everywhere')
    expect(event?.get('DESCRIPTION')).toContain('Two reboots.\nEach takes a minute.')
    expect(event?.get('LOCATION')).toBe('Storage (West US)')
    const [start, end] = [event?.get('DTSTART') ?? '', event?.get('DTEND') ?? '']
    expect(end > start).toBe(true)
    await health.revise(id, 'updates', { summary: 'It is postponed.' })
    const [second] = eventsOf(parseCalendar((await feeds.read(body.maintenanceUrl)).bytes))
    expect([second?.get('UID'), second?.get('SEQUENCE')]).toEqual([event?.get('UID'), '1'])
    await health.revise(id, 'false-positive', {})
    const [third] = eventsOf(parseCalendar((await feeds.read(body.maintenanceUrl)).bytes))
    expect([third?.get('STATUS'), third?.get('SEQUENCE')]).toEqual(['CANCELLED', '2'])
    const etag = first.headers.get('etag') ?? ''
    expect((await feeds.read(body.maintenanceUrl, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('maintenance that began more than 90 days ago is left out', async () => {
    const properties = { impactStartTime: inHours(-91 * 24) }
    const id = await health.publish({ eventType: 'PlannedMaintenance', properties })
    const { body } = await feeds.create(reader, 'sub-a')
    const { bytes } = await feeds.read(body.maintenanceUrl)
    expect(bytes.toString()).not.toContain(id)
  })
})
