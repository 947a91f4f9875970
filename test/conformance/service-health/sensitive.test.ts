import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../support/http/service-health.ts'
import { IMPACT, PROPERTIES } from '../../support/service-health/full-event.ts'
import { health } from '../management.ts'
import { installation, unique } from '../world.ts'

const SUB_A = unique('sub-a')

const VERSIONS = ['2015-01-01', '2017-07-01', '2018-07-01', '2022-05-01', '2022-10-01']
VERSIONS.push('2023-10-01-preview', '2024-02-01', '2025-05-01', '2026-07-01', '2027-01-01-preview')
const SECRETS = ['the hidden summary', 'the hidden description', 'the hidden update']

let owner: Reader
let contributor: Reader
let reader: Reader
let id: string
beforeAll(async () => {
  owner = await health.addReader('owner')
  contributor = await health.addReader('contributor')
  reader = await health.addReader('reader')
  await health.addSubscription(SUB_A, {
    [owner.id]: 'owner',
    [contributor.id]: 'contributor',
    [reader.id]: 'reader',
  })
  const [summary, description, update] = SECRETS
  id = await health.publish({
    eventType: 'SecurityAdvisory',
    isEventSensitive: true,
    impact: IMPACT,
    properties: { ...PROPERTIES, summary, description },
  })
  await health.revise(id, 'updates', { summary: update })
})
const details = (who: Reader, query = {}) => health.fetchDetails(who, SUB_A, id, query)

test('B79: summary, description and updates are left out, and nothing else', async () => {
  const { body } = await health.get(owner, SUB_A, id)
  const { summary, description, ...rest } = PROPERTIES
  expect(body.properties).toMatchObject(rest)
  expect(body.properties.isEventSensitive).toBe(true)
  const [whole, blank] = [(await details(owner)).body.properties, body.properties]
  const missing = Object.keys(whole).filter((name) => !(name in blank))
  expect(missing.sort()).toEqual(['description', 'summary'])
  const [serviceRegion, closed] = [whole, blank].map(({ impact }) => impact[0].impactedRegions[0])
  expect(Object.keys(serviceRegion).filter((name) => !(name in closed))).toEqual(['updates'])
  expect(summary + description).not.toBe('')
})

test('in no version, and to no role, does a list or a get tell', async () => {
  for (const version of VERSIONS) {
    for (const who of [owner, contributor, reader]) {
      const answers = [
        await health.list(who, SUB_A, { 'api-version': version }),
        await health.get(who, SUB_A, id, { 'api-version': version }),
      ]
      for (const { status, body } of answers) {
        expect([version, status]).toEqual([version, 200])
        for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
      }
    }
  }
})

test('B80: the summary comes through fetchEventDetails', async () => {
  expect((await details(owner)).body.properties.summary).toBe(SECRETS[0])
})

test('B81: the description comes through fetchEventDetails', async () => {
  expect((await details(owner)).body.properties.description).toBe(SECRETS[1])
})

test('B82: the updates of a region come through fetchEventDetails', async () => {
  const { impact } = (await details(owner)).body.properties
  expect(impact[0].impactedRegions[0].updates[0].summary).toBe(SECRETS[2])
})

test('B83: the operation is POST events/{trackingId}/fetchEventDetails, with any body or none', async () => {
  const path = `${health.path(SUB_A, `/${id}/fetchEventDetails`)}?api-version=2025-05-01`
  const post = (init: RequestInit) =>
    fetch(`${installation.url}${path}`, {
      method: 'POST',
      ...init,
      headers: { Authorization: `Bearer ${owner.bearer}`, ...init.headers },
    })
  const bodies: RequestInit[] = [
    {},
    { headers: { 'content-type': 'application/json' } },
    { body: '{}', headers: { 'content-type': 'application/json' } },
    { body: '{not json', headers: { 'content-type': 'application/json' } },
    { body: 'text' },
    { body: Buffer.from([0, 1, 2]) },
  ]
  for (const init of bodies) expect([init, (await post(init)).status]).toEqual([init, 200])
  const get = await health.askRaw(owner, path)
  expect([get.status, Object.keys(get.body).sort()]).toEqual([404, ['code', 'details', 'message']])
})

test('B84: it answers the whole event, to owner and contributor; a reader is refused', async () => {
  for (const version of VERSIONS) {
    for (const who of [owner, contributor]) {
      const { status, body } = await details(who, { 'api-version': version })
      expect([version, status]).toEqual([version, 200])
      for (const secret of SECRETS) expect(JSON.stringify(body)).toContain(secret)
    }
    const { status, body } = await details(reader, { 'api-version': version })
    expect([status, body.code]).toEqual([403, 'AuthorizationFailed'])
    for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
  }
})

test('each read of the details is in the audit, and a refused one is not', async () => {
  const entries = async () =>
    (await health.callAsOperator('GET', `/audit?scope=${SUB_A}&action=event.read-details`)).body
      .value
  const before = (await entries()).length
  await details(contributor)
  await details(reader)
  await health.get(owner, SUB_A, id)
  const after = await entries()
  expect(after.length).toBe(Math.min(before + 1, 100))
  expect(after[0]).toMatchObject({ actor_id: contributor.id, target: `event ${id}` })
})

test('what is not sensitive is whole everywhere, and reading it leaves no trace', async () => {
  const open = await health.publish({ properties: PROPERTIES })
  const listed = await health.get(reader, SUB_A, open)
  const fetched = await health.fetchDetails(reader, SUB_A, open)
  expect(fetched.body).toEqual(listed.body)
  expect(fetched.body.properties.summary).toBe(PROPERTIES.summary)
  const { value } = (await health.callAsOperator('GET', `/audit?scope=${SUB_A}&action=event.`)).body
  expect(JSON.stringify(value)).not.toContain(open)
})
