/** What a client sent, without its credentials. */
export type RecordedRequest = Readonly<{
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
  /** 0 if the connection ended before the response was complete. */
  status: number
  ms: number
  requestId: string
}>

const MOST_ENTRIES = 1000

/** The last requests of one emulator, in memory. What no longer fits is dropped and counted. */
export function createRequestList() {
  let entries: RecordedRequest[] = []
  let total = 0
  let dropped = 0
  return {
    add(entry: Omit<RecordedRequest, 'number'>): void {
      entries.push({ ...entry, number: ++total })
      if (entries.length <= MOST_ENTRIES) return
      entries.shift()
      dropped++
    },
    dropped: (): number => dropped,
    list: (): readonly RecordedRequest[] => entries,
    /** The numbers go on. */
    clear(): void {
      entries = []
      dropped = 0
    },
  }
}

export type RequestList = ReturnType<typeof createRequestList>
