import { openFilterRequests } from '../../test/support/service-health/filter-requests.ts'
import { withHealth } from './health.ts'

/** Filters of every kind through the endpoint: no failure of ours, none slow, all exact. */
export async function proveFilters(requests: number): Promise<boolean> {
  const seed = Date.now()
  return withHealth(async (health, db) => {
    const { send, sendHeaviest, tally } = await openFilterRequests(health, db, seed)
    const round = 5000
    for (let sent = 0; sent < requests; sent += round) await send(Math.min(round, requests - sent))
    const heaviest = await sendHeaviest()
    const { faults, ...figures } = tally
    for (const [label, figure] of Object.entries(figures)) {
      console.log(`${label}: ${Math.round(figure)}`)
    }
    console.log(`faults: ${faults.length}`)
    console.log(`seed: ${seed}`)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault.slice(0, 300)}`)
    return (
      faults.length === 0 && tally.requests === requests + heaviest && tally.accepted > requests / 4
    )
  })
}
