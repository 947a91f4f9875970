import type { Feed, Item } from './feed.ts'

/** After the database could not be asked. It is not asked by all streams at the same moment, nor all the time. */
export const chooseRetryMs = () => 300 + Math.random() * 400

type Reading = Readonly<{
  feed: Feed
  key: string
  first: number
  isOver: () => boolean
  /** Throws when the caller may not read, or nobody knows. */
  check: () => Promise<void>
  /** False when the caller has left. */
  write: (items: readonly Item[]) => Promise<boolean>
  /** A page is read again after it, unless the stream is over then. */
  onFailure: (error: unknown) => void
}>

type Progress = { position: number; resetTo: number | undefined }

/** Reads what follows in a feed, page by page: the next one when the caller has read the last. */
export function readPages(reading: Reading) {
  const progress: Progress = { position: reading.first, resetTo: undefined }
  let isReading = false
  let hasPendingCall = false
  let readAgainAt = Number.POSITIVE_INFINITY

  /** Never rejects. */
  async function readNext(): Promise<void> {
    hasPendingCall = true
    if (isReading) return
    isReading = true
    readAgainAt = Number.POSITIVE_INFINITY
    try {
      while (hasPendingCall && !reading.isOver()) {
        hasPendingCall = false
        hasPendingCall = (await readPage(reading, progress)) || hasPendingCall
      }
    } catch (error) {
      readAgainAt = performance.now() + chooseRetryMs()
      reading.onFailure(error)
    } finally {
      isReading = false
    }
  }

  return {
    position: () => progress.position,
    readNext,
    resetTo(latest: number): Promise<void> {
      progress.resetTo = latest
      return readNext()
    },
    tick(now: number): void {
      if (now >= readAgainAt) void readNext()
    },
  }
}

/** Whether there is more to read. */
async function readPage(
  { feed, key, check, write }: Reading,
  progress: Progress,
): Promise<boolean> {
  if (progress.resetTo !== undefined) {
    progress.position = progress.resetTo
    progress.resetTo = undefined
    const { position } = progress
    if (!(await write([{ position, event: 'reset', data: '{}' }]))) return false
  }
  const page = await feed.readAfter(key, progress.position)
  if (page.items.length > 0) {
    // After the items were read: who lost access before one of them was committed does not get it.
    await check()
    if (!(await write(page.items))) return false
  }
  progress.position = page.position
  return page.hasMore
}
