import { createLateness, type Lateness } from '../../concurrency/lateness.ts'

/** Who sent a request: the address, its network, and the credential it carries, which is not checked yet. */
export type Flow = Readonly<{ address: string; network: string; credential: string }>

type FlowQueue<Entry> = Readonly<{ entries: Entry[]; lateness: Lateness }>

type AddressQueue<Entry> = { readonly flows: Map<string, FlowQueue<Entry>>; count: number }

type Limits = Readonly<{ shedAfterMs: number; maxWaitMs: number }>

/** Takes from one address after another, and of an address from one credential after another. */
export function createRotation<Entry extends Readonly<{ since: number }>>(
  { shedAfterMs, maxWaitMs }: Limits,
  refuse: (entry: Entry) => void,
) {
  const addresses = new Map<string, AddressQueue<Entry>>()
  let count = 0
  const find = ({ address, credential }: Flow) => addresses.get(address)?.flows.get(credential)

  /** The last of a flow is not shed: a caller who sends one after another waits for others only. */
  function takeInTime({ entries, lateness }: FlowQueue<Entry>): Entry | undefined {
    for (let entry = entries.shift(); entry; entry = entries.shift()) {
      const now = performance.now()
      const isShed = lateness.isTooLate(now, entry.since) && entries.length > 0
      if (!isShed && now - entry.since <= maxWaitMs) return entry
      refuse(entry)
    }
    return undefined
  }

  return {
    count: () => count,
    countAddresses: () => addresses.size,
    countOfAddress: (address: string) => addresses.get(address)?.count ?? 0,
    countOf: (flow: Flow) => find(flow)?.entries.length ?? 0,

    add(flow: Flow, entry: Entry): void {
      const address = addresses.get(flow.address) ?? { flows: new Map(), count: 0 }
      const queue = find(flow) ?? { entries: [], lateness: createLateness(shedAfterMs) }
      queue.entries.push(entry)
      address.flows.set(flow.credential, queue)
      addresses.set(flow.address, address)
      address.count++
      count++
    },

    /** Refuses the ones of the flow that waited too long, and answers the next, if any is left. */
    take(): Entry | undefined {
      const address = takeFirst(addresses)
      const flow = address && takeFirst(address.value.flows)
      if (!address || !flow) return undefined
      const before = flow.value.entries.length
      const entry = takeInTime(flow.value)
      const taken = before - flow.value.entries.length
      address.value.count -= taken
      count -= taken
      // Put back, it stands last.
      if (flow.value.entries.length > 0) address.value.flows.set(flow.key, flow.value)
      if (address.value.count > 0) addresses.set(address.key, address.value)
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
