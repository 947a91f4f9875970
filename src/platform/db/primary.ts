import type { ClientBase } from 'pg'
import { describeHost, needsReadWrite, toHostUrls } from './hosts.ts'
import { NoConnection } from './unavailable.ts'

/** The server answered, and is not one that Binnacle can use. */
class NotPrimary extends Error {}

export type Host = Readonly<{
  url: string
  /** How long connecting to this host and asking whether it is the primary may take. */
  timeoutMs: number
}>

/** Which of the hosts is the primary: the one of last time is tried first, then the others in turn. */
export function createHostChoice(databaseUrl: string, timeoutMs: number) {
  const urls = toHostUrls(databaseUrl)
  // Each has a share of the time, so that one that does not answer leaves enough to the others.
  const hosts = urls.map((url): Host => ({ url, timeoutMs: timeoutMs / urls.length }))
  let first = 0

  /** `open` must ask `requirePrimary` on a new connection. */
  async function openOnPrimary<T>(
    open: (index: number, timeoutMs: number) => Promise<T>,
    deadline: number,
  ): Promise<T> {
    const order = hosts.map((_, n) => (first + n) % hosts.length)
    const failures: Error[] = []
    for (const index of order) {
      const share = (deadline - performance.now()) / (hosts.length - failures.length)
      // Late or not, a connection that is open already is had at once.
      const limitMs = Math.max(1, Math.min(timeoutMs / hosts.length, share))
      try {
        const opened = await open(index, limitMs)
        first = index
        return opened
      } catch (error) {
        failures.push(toFailure(hosts[index] as Host, error))
      }
    }
    throw noPrimary(failures)
  }
  return { hosts, openOnPrimary }
}

/** A server becomes a standby only by a restart, which ends its connections: asking once is enough. */
export async function requirePrimary(
  client: ClientBase,
  databaseUrl: string,
  timeoutMs: number,
): Promise<void> {
  // The type of the driver lacks the limit of one statement.
  const query: { text: string; query_timeout: number } = {
    text: `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    query_timeout: Math.max(1, timeoutMs),
  }
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(query)
  if (rows[0]?.isStandby) throw new NotPrimary('is a standby')
  if (rows[0]?.isReadOnly && needsReadWrite(databaseUrl)) throw new NotPrimary('is read-only')
}

function toFailure({ url }: Host, error: unknown): Error {
  const host = describeHost(url)
  if (error instanceof NotPrimary) return new NotPrimary(`${host} ${error.message}`)
  return new Error(`${host}: ${reasonOf(error)}`, { cause: error })
}

/** A name that has several IP addresses fails with an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function noPrimary(failures: readonly Error[]): NoConnection {
  const text = failures.map(({ message }) => message).join('; ')
  if (!failures.some((failure) => failure instanceof NotPrimary)) {
    return new NoConnection('cannot connect', { cause: new Error(text, { cause: failures[0] }) })
  }
  const sentence = `${text}. Binnacle writes to the primary only. If no other server is about to take over, add the address of the primary to DATABASE_URL.`
  return new NoConnection('read-only', { cause: new Error(sentence) })
}
