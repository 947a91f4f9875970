import { beforeAll, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { openFilterRequests } from '../../../../test/support/service-health/filter-requests.ts'
import { isLong } from '../../../../test/support/world/size.ts'

const health = useHealth({ RATE_LIMITS: 'false' })
const REQUESTS = isLong ? 5000 : 1000
const seed = Date.now()
let requests: Awaited<ReturnType<typeof openFilterRequests>>
beforeAll(async () => {
  requests = await openFilterRequests(health, health.database.db, seed)
})

test('every filter is refused with its position, or answered exactly and at once', async () => {
  await requests.send(REQUESTS)
  const { faults, ...figures } = requests.tally
  console.log(`filters: ${JSON.stringify(figures)}, ${faults.length} faults, seed ${seed}`)
  expect(faults).toEqual([])
  expect(figures.requests).toBe(REQUESTS)
  // Otherwise it would prove nothing: most must be accepted, and find something.
  expect(figures.accepted).toBeGreaterThan(REQUESTS / 3)
  expect(figures.found).toBeGreaterThan(figures.accepted)
}, 600_000)

test('the heaviest filters are answered at once over 20,000 events', async () => {
  const { tally, sendHeaviest } = requests
  const [before, accepted] = [tally.faults.length, tally.accepted]
  tally.slowestMs = 0
  const sent = await sendHeaviest()
  console.log(`heaviest filters: ${sent}, slowest ${Math.round(tally.slowestMs)} ms`)
  expect(tally.faults.slice(before)).toEqual([])
  expect(tally.accepted - accepted).toBe(sent)
}, 120_000)
