import type { Follower } from './follower.ts'

/** One statement for each feed, whatever the number of streams. */
export async function pollAll(followers: ReadonlySet<Follower>): Promise<void> {
  const byFeed = Map.groupBy(followers, ({ feed }) => feed)
  for (const [feed, those] of byFeed) {
    const keys = new Set(those.map(({ key }) => key))
    // As they are before the database is asked: it then has at least as much, unless it is an earlier one.
    const before = new Map(those.map((each) => [each, each.position()]))
    const positions = await feed.findPositions([...keys])
    for (const [each, position] of before) {
      const latest = positions.get(each.key) ?? 0
      if (latest < position) void each.resetTo(latest)
      else if (latest > each.position()) void each.readNext()
    }
  }
}

/** A database that answers slowly is not asked for more before it has answered. */
export function skipWhileRunning(work: () => Promise<void>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}
