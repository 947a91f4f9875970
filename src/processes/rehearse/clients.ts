import { setTimeout as delay } from 'node:timers/promises'
import { type Calls, USER_AGENT } from './calls.ts'
import type { ClientRequests } from './report.ts'

const LOOK_EVERY_MS = 20
const LONGEST_WAIT_MS = 30_000
/** The first may have been sent before the step. A client that polls sends the second after it has the first. */
const POLLS = 2

export type Pace = Readonly<{
  /** After each step, until a client has polled this path; `*` matches any text. */
  untilPolled: string | undefined
  /** Ends the rehearsal. */
  stopping: AbortSignal
}>

type Recorded = Readonly<{
  number: number
  method: string
  path: string
  status: number
  headers: Readonly<Record<string, string>>
  caller: Readonly<Record<string, string>>
}>

const listRequests = async (calls: Calls, query: string): Promise<Recorded[]> =>
  ((await calls.control('GET', `/requests?${query}`)) as { value: Recorded[] }).value

export const findLastRequest = async (calls: Calls): Promise<number> =>
  (await listRequests(calls, '')).at(-1)?.number ?? 0

/** What clients have sent since, after waiting for those that poll. */
export async function listClients(
  calls: Calls,
  last: number,
  { untilPolled, stopping }: Pace,
): Promise<ClientRequests[]> {
  const until = performance.now() + LONGEST_WAIT_MS
  while (untilPolled !== undefined) {
    const query = new URLSearchParams({ after: String(last), path: untilPolled })
    const { length } = (await listRequests(calls, query.toString())).filter(isOfClient)
    if (length >= POLLS) break
    if (performance.now() > until) throw notPolled(untilPolled)
    stopping.throwIfAborted()
    await delay(LOOK_EVERY_MS)
  }
  return summarize((await listRequests(calls, `after=${last}`)).filter(isOfClient))
}

const isOfClient = ({ headers }: Recorded) => headers['user-agent'] !== USER_AGENT

const notPolled = (path: string) =>
  new Error(
    `No client has polled ${path} for ${LONGEST_WAIT_MS / 1000} s. Start the client, or omit --until-polled.`,
  )

function summarize(requests: readonly Recorded[]): ClientRequests[] {
  const groups = Map.groupBy(requests, ({ caller, method, path, status }) =>
    JSON.stringify([Object.values(caller)[0] ?? 'unknown', method, path, status]),
  )
  return [...groups].map(([key, { length: count }]) => {
    const [caller, method, path, status] = JSON.parse(key) as [string, string, string, number]
    return { caller, method, path, status, count }
  })
}
