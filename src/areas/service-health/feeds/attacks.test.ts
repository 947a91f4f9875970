import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { insertClient } from '../../../../test/support/http/signed-in.ts'
import { signer } from '../../../../test/support/http/signer.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { eventsOf, parseCalendar } from '../../../../test/support/service-health/calendar.ts'
import { openFeeds } from '../../../../test/support/service-health/feeds.ts'
import { childrenOf, parseXml, textOf } from '../../../../test/support/service-health/xml.ts'
import { hashSecret } from '../../../platform/crypto/digest.ts'

const health = useHealth({ RATE_LIMITS: 'false' })
const feeds = openFeeds(health)
const guessed = useServer({
  databaseUrl: health.database.url,
  seal: health.installation.seal,
  env: { PUBLIC_URL: ORIGIN, ANONYMOUS_BURST: '20', ANONYMOUS_PER_SECOND: '0.01' },
})
let owner: Reader
beforeAll(async () => {
  owner = await health.addReader('owner')
  await health.addSubscription('sub-a', { [owner.id]: 'owner' })
})

const SECRET = 'x'.repeat(43)
const makeUp = () => `bnf_${randomBytes(32).toString('base64url')}`

/** A feed of somebody with a role, and how it answers. */
async function createFor(role: string) {
  const member = await health.addReader()
  const path = `/subscriptions/sub-a/roles/${member.id}`
  await health.callAsOperator('PUT', path, { role })
  const { body } = await feeds.create(member, 'sub-a')
  const readBoth = async () => [
    (await feeds.read(body.eventsUrl)).status,
    (await feeds.read(body.maintenanceUrl)).status,
  ]
  expect(await readBoth()).toEqual([200, 200])
  return { member, path, readBoth }
}

describe('a feed address ends with the request after', () => {
  test.each(['owner', 'contributor', 'reader'])('its creator, %s, lost the role', async (role) => {
    const { path, readBoth } = await createFor(role)
    await health.callAsOperator('DELETE', path)
    expect(await readBoth()).toEqual([404, 404])
  })

  test('its creator was disabled', async () => {
    const { member, readBoth } = await createFor('reader')
    await health.callAsOperator('PATCH', `/accounts/${member.id}`, { disabled: true })
    expect(await readBoth()).toEqual([404, 404])
  })

  test('the service account that created it was disabled', async () => {
    const principalId = crypto.randomUUID()
    const { db } = health.database
    await insertClient(db, 'robot', ['client-credentials'], { principalId, secret: SECRET })
    await health.callAsOperator('PUT', `/subscriptions/sub-a/roles/${principalId}`, {
      role: 'reader',
    })
    const bearer = await signer(ORIGIN, [health.server.url]).service('robot', SECRET)
    const { status, body } = await feeds.create({ id: principalId, bearer }, 'sub-a')
    expect([status, body.createdBy]).toEqual([201, 'robot'])
    expect((await feeds.read(body.eventsUrl)).status).toBe(200)
    await health.callAsOperator('PATCH', '/clients/robot', { disabled: true })
    expect((await feeds.read(body.eventsUrl)).status).toBe(404)
  })

  test('it was revoked; a creator who has another role keeps it', async () => {
    const { member, path, readBoth } = await createFor('owner')
    await health.callAsOperator('PUT', path, { role: 'reader' })
    expect(await readBoth()).toEqual([200, 200])
    const [{ id }] = (await feeds.list(member, 'sub-a')).body.value
    await feeds.revoke(member, 'sub-a', id)
    expect(await readBoth()).toEqual([404, 404])
  })
})

describe('guessing', () => {
  const ask = (secret: string) => fetch(`${guessed.url}/feeds/v1/${secret}/events.atom`)

  test('whatever opens nothing gets the same response, and too many have to wait; a known address does not', async () => {
    const { body } = await feeds.create(owner, 'sub-a')
    const secret = new URL(body.eventsUrl).pathname.split('/')[3] ?? ''
    const { body: ended } = await feeds.create(owner, 'sub-a')
    await feeds.revoke(owner, 'sub-a', ended.id)
    const endedSecret = new URL(ended.eventsUrl).pathname.split('/')[3] ?? ''
    const swapped = secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const garbage = ['x', makeUp(), endedSecret, swapped, secret.toUpperCase(), `${secret}x`, '%00']
    const answers = await Promise.all(
      garbage.map(async (text) => {
        const response = await ask(text)
        return [response.status, JSON.parse(await response.text()).error]
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect(answers[0]?.[0]).toBe(404)
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) statuses.push((await ask(`guess-${n}`)).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await ask('one-more')).headers.get('retry-after')).toMatch(/^\d+$/)
    for (let n = 0; n < 10; n++) expect((await ask(secret)).status).toBe(200)
    while ((await ask(makeUp())).status === 404) statuses.push(404)
    expect((await ask(makeUp())).status).toBe(429)
  })
})

const NASTY = {
  'the end of an element': '</title><script>alert(1)</script>',
  'ends of sections and references': ']]><!-- &amp; &#0; " \' -->',
  'line breaks': 'one\r\nATTENDEE:mailto:eve@example.com\r\nEND:VEVENT',
  'what calendars escape': 'a\\nb;c,d\\',
  'control characters': 'bell \u0007 and \u009b and \u2028 line',
  'characters of four octets': '\u{1f6a2}'.repeat(100),
  'a long line': `${'ä'.repeat(500)} end`,
  blanks: '   ',
} as const

test.each(Object.entries(NASTY))('in a title: %s', async (_what, title) => {
  const times = { impactStartTime: new Date().toISOString(), duration: 600 }
  const id = await health.publish({
    eventType: 'PlannedMaintenance',
    properties: { title, summary: title, ...times },
    impact: [{ impactedService: `S ${title}`.slice(0, 150), impactedRegions: ['West US'] }],
  })
  const line = title.replaceAll(/\s+/g, ' ').trim() || `Planned maintenance ${id}`
  const { body } = await feeds.create(owner, 'sub-a')
  const query = `?$filter=trackingId eq '${id}'`
  const [entry] = childrenOf(parseXml((await feeds.read(body.eventsUrl + query)).text), 'entry')
  if (!entry) throw new Error('no entry')
  expect(textOf(entry, 'title')).toBe(line.replace('\u0007', '\u{fffd}'))
  expect(entry.children.map(({ name }) => name)).not.toContain('script')
  const { bytes } = await feeds.read(body.maintenanceUrl + query)
  const [event, ...others] = eventsOf(parseCalendar(bytes))
  expect(event?.get('SUMMARY')).toBe(line.replaceAll(/[^\P{Cc}]/gu, '\u{fffd}'))
  expect([others, event?.has('ATTENDEE')]).toEqual([[], false])
  await feeds.revoke(owner, 'sub-a', body.id)
})

test('the secret of an address is in no log line or metric, and nowhere in the database', async () => {
  const { body } = await feeds.create(owner, 'sub-a')
  const secret = new URL(body.eventsUrl).pathname.split('/')[3] ?? ''
  await feeds.read(body.eventsUrl)
  await feeds.read(`${body.eventsUrl}?x=${secret}`)
  await feeds.read(body.maintenanceUrl, { Referer: body.eventsUrl })
  await feeds.read(`${body.eventsUrl}/more`)
  await feeds.read(`${body.eventsUrl}?$filter=${secret}`)
  const seen = [
    ...health.server.logLines,
    await health.server.metrics.scrape(),
    execFileSync('pg_dump', ['--dbname', health.database.url], { encoding: 'utf8' }),
  ].join('\n')
  expect(seen).toContain('/feeds/v1/:secret/events.atom')
  expect(seen).toContain(hashSecret(secret))
  expect(seen).not.toContain(secret)
  expect(seen).not.toContain(secret.slice(4, 20))
})
