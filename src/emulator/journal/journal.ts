/** What a client sent, without its credentials. */
export type Entry = Readonly<{
  /** Counted from 1 since the emulator started. */
  number: number
  /** The product time of the response. */
  at: string
  method: string
  path: string
  query: Readonly<Record<string, unknown>>
  /** The headers that say something about the client. */
  headers: Readonly<Record<string, string>>
  body: unknown
  /** By what it is: the id of an account, an OAuth client or an API token. */
  caller: Readonly<Record<string, string>>
  status: number
  ms: number
  requestId: string
}>

const MOST_ENTRIES = 1000

/** The last requests of one emulator, in memory. What no longer fits is dropped and counted. */
export function createJournal() {
  let entries: Entry[] = []
  let total = 0
  let dropped = 0
  return {
    add(entry: Omit<Entry, 'number'>): void {
      entries.push({ ...entry, number: ++total })
      if (entries.length <= MOST_ENTRIES) return
      entries.shift()
      dropped++
    },
    dropped: (): number => dropped,
    list: (): readonly Entry[] => entries,
    /** The numbers go on. */
    clear(): void {
      entries = []
      dropped = 0
    },
  }
}

export type Journal = ReturnType<typeof createJournal>
