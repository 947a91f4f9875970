import type { SKIPPING_FOLLOWERS } from '../../platform/metrics/definitions.ts'

/** What was skipped. All that is known of it is named. */
export type Skipped = Readonly<{
  follower: (typeof SKIPPING_FOLLOWERS)[number]
  notificationId?: string
  trackingId?: string
  kind?: string
}>
export type OnSkipped = (skipped: Skipped, error: unknown) => void

/** One that cannot be judged is reported and gives nothing: the others do not wait for it. */
export function judgeEach<Row, Result>(
  rows: readonly Row[],
  judge: (row: Row) => readonly Result[],
  onFailed: (row: Row, error: unknown) => void,
): Result[] {
  return rows.flatMap((row) => {
    try {
      return judge(row)
    } catch (error) {
      onFailed(row, error)
      return []
    }
  })
}

const LOGGED_EVERY_MS = 3_600_000
const MOST_KNOWN = 10_000

type Deps = Readonly<{
  log: Readonly<{ warn: (fields: object, message: string) => void }>
  count: (follower: Skipped['follower']) => void
}>

/** Counts all of them. Reminders look every two seconds, so the same one is logged once an hour. */
export function reportSkipped({ log, count }: Deps): OnSkipped {
  const loggedAt = new Map<string, number>()
  return (skipped, err) => {
    count(skipped.follower)
    const key = JSON.stringify(skipped)
    const now = performance.now()
    if (now - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < LOGGED_EVERY_MS) return
    if (loggedAt.size >= MOST_KNOWN) loggedAt.clear()
    loggedAt.set(key, now)
    log.warn({ ...skipped, err }, 'skipped because of an error, so no message is sent for it')
  }
}
