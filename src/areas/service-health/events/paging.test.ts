import { beforeAll, expect, test } from 'vitest'
import { namesOf, type Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'
import { ORIGIN, openHealth } from '../../../../test/support/server/health-calls.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { openWalks } from '../../../../test/support/service-health/paging-walks.ts'
import { chooser } from '../../../../test/support/world/random.ts'
import { isLong } from '../../../../test/support/world/size.ts'

const health = useHealth({ RATE_LIMITS: 'false' })
const { database, installation } = health
const sameKey = useServer({
  databaseUrl: database.url,
  seal: installation.seal,
  env: { PUBLIC_URL: ORIGIN },
})
const SCHEDULES = isLong ? 500 : 50
const QUERY = { $filter: 'eventType eq RCA', queryStartTime: '1/1/2020' }

let ada: Reader
let token: string
beforeAll(async () => {
  ada = await health.addReader('ada')
  for (const id of ['sub-a', 'sub-b']) await health.addSubscription(id, { [ada.id]: 'reader' })
  for (let number = 0; number < 101; number++) await health.publish({ eventType: 'RCA' })
  const { body } = await health.list(ada, 'sub-a', QUERY)
  token = new URL(body.nextLink).searchParams.get('$skipToken') ?? ''
})
const go = ($skipToken: string, subscription = 'sub-a', query: object = QUERY) =>
  health.list(ada, subscription, { ...query, $skipToken })

test('every event that does not change during a walk is seen exactly once', async () => {
  const seed = Date.now()
  const { walk, tally } = await openWalks(health, chooser(seed), 250)
  for (let left = SCHEDULES; left > 0; left--) await walk()
  const { walks, pages, changes, faults } = tally
  console.log(
    `paging: ${walks} walks, ${pages} pages, ${changes} changes, ${faults.length} faults, seed ${seed}`,
  )
  expect(faults).toEqual([])
  expect([walks, pages > walks, changes > 0]).toEqual([SCHEDULES, true, true])
}, 600_000)

test('a marker leads to the same page as often as it is used, on any node', async () => {
  const first = await go(token)
  expect([first.status, first.body.value.length]).toEqual([200, 1])
  expect((await go(token)).body).toEqual(first.body)
  const there = openHealth({ ...installation, url: () => sameKey.url })
  const elsewhere = await there.list(ada, 'sub-a', { ...QUERY, $skipToken: token })
  expect(namesOf(elsewhere)).toEqual(namesOf(first))
})

test('400: a forged marker, with any one character changed', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const statuses = new Set<number>()
  for (let at = 0; at < token.length; at++) {
    const other = alphabet[(alphabet.indexOf(token[at] ?? '') + 1) % 64]
    statuses.add((await go(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).status)
  }
  expect([...statuses]).toEqual([400])
})

test('400: a truncated, lengthened or empty marker, and one of another alphabet', async () => {
  const cursors = Array.from({ length: token.length }, (_, end) => token.slice(0, end))
  cursors.push(`${token}A`, `${token}=`, `${token}==`, ` ${token}`, `${token}\0`, '{}', 'é')
  const statuses = new Set<number>()
  for (const cursor of cursors) statuses.add((await go(cursor)).status)
  expect([...statuses]).toEqual([400])
})

test('400: a marker of another subscription, filter, start or listing', async () => {
  const id = await health.publish()
  const foreign = [
    await go(token, 'sub-b'),
    await go(token, 'sub-a', { queryStartTime: QUERY.queryStartTime }),
    await go(token, 'sub-a', { ...QUERY, $filter: 'eventType eq Billing' }),
    await go(token, 'sub-a', { $filter: QUERY.$filter }),
    await go(token, 'sub-a', { ...QUERY, queryStartTime: '1/1/2021' }),
    await health.ask(ada, health.path('sub-a', `/${id}/impactedResources`), { $skipToken: token }),
  ]
  const answered = foreign.map(({ status, body }) => [status, body.code])
  expect(answered).toEqual(Array(6).fill([400, 'InvalidSkipToken']))
})
