import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import { namesOf, type Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const health = useHealth()
const strict = useHealth({ STRICT_API_VERSION: 'true' })
const elsewhere = useHealth({
  VENDOR_NAMESPACE: 'Contoso',
  MANAGEMENT_URL: 'https://manage.example',
})
const DAY_MS = 24 * 3_600_000
let ada: Reader
beforeAll(async () => {
  ada = await health.addReader('ada')
  await health.addSubscription('sub-a', { [ada.id]: 'reader' })
})
const codeOf = ({ status, body }: Answer) => [status, body.code]
const events = (rest: string) => health.askRaw(ada, `${health.path('sub-a')}${rest}`)

describe('the two parameters that must not be empty', () => {
  const versions = ['2015-01-01', '2017-07-01', '2018-07-01', '2022-05-01-preview', '2022-05-01']
  versions.push('2022-10-01-preview', '2022-10-01', '2023-07-01-preview', '2023-10-01-preview')
  versions.push('2024-02-01', '2025-04-01', '2025-05-01')

  test.each(versions)('the published version %s is served', async (version) => {
    expect((await events(`?api-version=${version}`)).status).toBe(200)
  })

  test('a later version is served and says so, unless versions are taken strictly', async () => {
    const newer = await events('?api-version=2026-07-01')
    const served = newer.headers.get('x-binnacle-served-api-version')
    expect([newer.status, served]).toEqual([200, '2025-05-01'])
    const eve = await strict.addReader('eve')
    await strict.addSubscription('sub-e', { [eve.id]: 'reader' })
    const refused = await strict.list(eve, 'sub-e', { 'api-version': '2026-07-01' })
    expect(codeOf(refused)).toEqual([400, 'InvalidApiVersionParameter'])
  })
})

describe('pages', () => {
  beforeAll(async () => {
    for (let number = 0; number < 205; number++) {
      await health.publish({ eventType: 'EmergingIssues' })
    }
  })
  const query = { $filter: 'eventType eq EmergingIssues' }

  test('a walk keeps the window of its first page, across the boundary of three days', async () => {
    const pages = await health.walk(ada, 'sub-a', query, async () => {
      health.clock.aheadMs += 2 * DAY_MS
    })
    health.clock.aheadMs = 0
    expect(new Set(namesOf(...pages)).size).toBe(205)
  })
})

describe('settings', () => {
  let eve: Reader
  beforeAll(async () => {
    eve = await elsewhere.addReader('eve')
    await elsewhere.addSubscription('sub-e', { [eve.id]: 'reader' })
    for (let number = 0; number < 101; number++) await elsewhere.publish()
  })

  test('B6: management_url is a setting, and links begin with it', async () => {
    const { body } = await elsewhere.list(eve, 'sub-e')
    expect(body.nextLink.startsWith('https://manage.example/subscriptions/sub-e/')).toBe(true)
    const pages = await elsewhere.walk(eve, 'sub-e')
    expect(new Set(namesOf(...pages)).size).toBe(101)
    const document = await elsewhere.askRaw(undefined, '/openapi/service-health.json')
    expect(document.body.servers[1].url).toBe('https://manage.example')
  })

  test('B7: the vendor is a setting', async () => {
    const [event] = (await elsewhere.list(eve, 'sub-e')).body.value
    expect(event.type).toBe('/providers/Contoso.ResourceHealth/events')
    expect(event.id).toBe(`${event.type}/${event.name}`)
    const operations = await elsewhere.ask(eve, '/providers/contoso.resourcehealth/operations')
    expect(operations.body.value[0].name).toBe('Contoso.ResourceHealth/events/read')
    const foreign = health.path('sub-e')
    expect((await elsewhere.ask(eve, foreign)).status).toBe(404)
  })
})
