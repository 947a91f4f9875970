const MOST_WAITING = 100

type Log = Readonly<{ warn: (fields: object, message: string) => void }>

/**
 * Work that nobody waits for, one after the other: an answer that came later when there is something to
 * do would tell that there is.
 */
export function makeWorkQueue(log: Log) {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    isFull: () => waiting >= MOST_WAITING,
    add(work: () => Promise<void>): void {
      waiting++
      last = last
        .then(work)
        .catch((err: unknown) => log.warn({ err }, 'a password link could not be mailed'))
        .finally(() => waiting--)
    },
    /** When all that was added has been done. */
    end: () => last,
  }
}
