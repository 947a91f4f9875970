import { createLateness, type Lateness } from '../../concurrency/lateness.ts'

/** Who sent a request: the address, and the credential it carries, which is not checked yet. */
export type Flow = Readonly<{ address: string; credential: string }>

type FlowQueue<Entry> = Readonly<{ entries: Entry[]; lateness: Lateness }>

type Limits = Readonly<{ shedAfterMs: number; maxWaitMs: number }>

/** Takes from one address after another, and of an address from one credential after another. */
export function createRotation<Entry extends Readonly<{ since: number }>>(
  { shedAfterMs, maxWaitMs }: Limits,
  refuse: (entry: Entry) => void,
) {
  const addresses = new Map<string, Map<string, FlowQueue<Entry>>>()
  let count = 0
  const find = ({ address, credential }: Flow) => addresses.get(address)?.get(credential)

  /** The last of a flow is not shed: a caller who sends one after another waits for others only. */
  function takeInTime({ entries, lateness }: FlowQueue<Entry>): Entry | undefined {
    for (let entry = entries.shift(); entry; entry = entries.shift()) {
      count--
      const now = performance.now()
      const isShed = lateness.isTooLate(now, entry.since) && entries.length > 0
      if (!isShed && now - entry.since <= maxWaitMs) return entry
      refuse(entry)
    }
    return undefined
  }

  return {
    count: () => count,
    has: (address: string) => addresses.has(address),
    countOf: (flow: Flow) => find(flow)?.entries.length ?? 0,

    add({ address, credential }: Flow, entry: Entry): void {
      const flows = addresses.get(address) ?? new Map<string, FlowQueue<Entry>>()
      const flow = flows.get(credential) ?? { entries: [], lateness: createLateness(shedAfterMs) }
      flow.entries.push(entry)
      flows.set(credential, flow)
      addresses.set(address, flows)
      count++
    },

    /** Refuses the ones of the flow that waited too long, and answers the next, if any is left. */
    take(): Entry | undefined {
      const address = takeFirst(addresses)
      const flow = address && takeFirst(address.value)
      if (!address || !flow) return undefined
      const entry = takeInTime(flow.value)
      // Put back, it stands last.
      if (flow.value.entries.length > 0) address.value.set(flow.key, flow.value)
      if (address.value.size > 0) addresses.set(address.key, address.value)
      return entry
    },
  }
}

function takeFirst<T>(map: Map<string, T>): { key: string; value: T } | undefined {
  for (const [key, value] of map) {
    map.delete(key)
    return { key, value }
  }
  return undefined
}
