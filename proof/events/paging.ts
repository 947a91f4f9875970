import { openWalks } from '../../test/support/service-health/paging-walks.ts'
import { chooser } from '../../test/support/world/random.ts'
import { withHealth } from './health.ts'

/** Walks through pages on two processes while others publish; each unchanged event is seen exactly once. */
export async function provePaging(schedules: number): Promise<boolean> {
  const seed = Date.now()
  return withHealth(async (health) => {
    const { walk, tally } = await openWalks(health, chooser(seed), 250)
    for (let left = schedules; left > 0; left--) await walk()
    const { walks, pages, changes, faults } = tally
    console.log(`walks: ${walks}`)
    console.log(`pages: ${pages}`)
    console.log(`changes meanwhile: ${changes}`)
    console.log(`faults: ${faults.length}`)
    console.log(`seed: ${seed}`)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    // Walks of one page, or beside no change, would prove nothing.
    return faults.length === 0 && walks === schedules && pages > walks && changes > 0
  })
}
