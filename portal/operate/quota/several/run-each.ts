import { ApiError } from '../../../../client/api-error.ts'

/** What became of a row: an error, or none when it was done. */
export type Outcome<Row> = Readonly<{ row: Row; error?: Error }>

/** Requests in flight at once: faster than one by one, without flooding the server. */
const CONCURRENCY = 4

const notTried = () => new Error('Not attempted, because you did not confirm.')

/** Whoever does not give a second factor for the first would be asked for each of the others. */
const isGivenUp = (error: unknown) => error instanceof ApiError && error.code === 'NotConfirmed'

/** One request per row. A failure does not stop the others; the outcomes are in the order of the rows. */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Outcome<Row>[]> {
  const outcomes = new Map<Row, Outcome<Row>>()
  const waiting = rows.values()
  let isStopped = false
  const runNext = async () => {
    for (const row of waiting) {
      if (isStopped) return
      const error = await run(row).then(() => undefined, toError)
      isStopped ||= isGivenUp(error)
      outcomes.set(row, { row, ...(error && { error }) })
      onProgress(outcomes.size)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
  return rows.map((row) => outcomes.get(row) ?? { row, error: notTried() })
}

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
