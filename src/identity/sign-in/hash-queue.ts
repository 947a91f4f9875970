const MOST_AT_ONCE = 2
export const MOST_WAITING = 64

/** Rank 0 has signed in before and goes first; within a rank the groups take turns. */
export type QueuePriority = Readonly<{ rank: 0 | 1; group: string }>

type Waiting = QueuePriority & { turn: number; start: () => void; giveUp: () => void }

export type HashQueue = <T>(priority: QueuePriority, work: () => Promise<T>) => Promise<T | 'busy'>

/**
 * At most two hashes at once, so that guessing cannot take the machine away from everything else.
 * Each rank has a queue of its own that does not grow: where it is full, whoever comes is sent away,
 * or the last of the largest group to make room for somebody of a smaller one.
 */
export function makeHashQueue(): HashQueue {
  let waiting: Waiting[] = []
  let running = 0
  const turns = { 0: 0, 1: 0 }

  function startNext(): void {
    if (running >= MOST_AT_ONCE) return
    const next = waiting.toSorted((a, b) => a.rank - b.rank || a.turn - b.turn)[0]
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    turns[next.rank] = next.turn
    running++
    next.start()
  }

  /** Behind the others of its group and beside the first of the rest, never before whoever is due. */
  function enqueue({ rank, group }: QueuePriority): Promise<boolean> {
    const own = waiting.filter((one) => one.rank === rank && one.group === group)
    const turn = own.reduce((latest, one) => Math.max(latest, one.turn + 1), turns[rank] + 1)
    return new Promise((resolve) => {
      const [start, giveUp] = [() => resolve(true), () => resolve(false)]
      waiting.push({ rank, group, turn, start, giveUp })
      startNext()
    })
  }

  function makeRoom({ rank, group }: QueuePriority): boolean {
    const others = waiting.filter((one) => one.rank === rank)
    if (others.length < MOST_WAITING) return true
    const groups = Object.values(Object.groupBy(others, (one) => one.group))
    const largest = groups.reduce<Waiting[]>(
      (most, each = []) => (each.length > most.length ? each : most),
      [],
    )
    const ownCount = others.filter((one) => one.group === group).length
    const last = largest.at(-1)
    if (!last || ownCount + 1 >= largest.length) return false
    waiting = waiting.filter((one) => one !== last)
    last.giveUp()
    return true
  }

  return async (priority, work) => {
    if (!makeRoom(priority) || !(await enqueue(priority))) return 'busy'
    try {
      return await work()
    } finally {
      running--
      startNext()
    }
  }
}
