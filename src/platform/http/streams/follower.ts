import type { FastifyBaseLogger, FastifyError } from 'fastify'
import { describe } from '../errors/errors.ts'
import { STREAM_BEHIND, unverified } from './errors.ts'
import { type Feed, type Item, toFrame, toPositionText } from './feed.ts'
import { chooseRetryMs, readPages } from './pages.ts'
import type { StreamResponse } from './response.ts'

const HEARTBEAT_MS = 15_000
/** Whoever loses access is cut off within five seconds: a check each two to three, and none may take longer. */
const VERIFY_EVERY_MS = { least: 2000, most: 3000 }
const LONGEST_UNVERIFIED_MS = 4000

type Followed = Readonly<{
  feed: Feed
  key: string
  position: number
  response: StreamResponse
  /** When it was last known that the caller may read this. */
  verifiedAt: number
  /** Throws when the caller may no longer read this. */
  verify: () => Promise<void>
  log: FastifyBaseLogger
}>

export type Follower = ReturnType<typeof follow>

/** Writes to one response what follows in a feed, for as long as the caller may read it. */
export function follow(followed: Followed) {
  const { feed, key, position: first, response, verify, verifiedAt, log } = followed
  const access = watchAccess(verify, verifiedAt)
  const frames = writeFrames(feed, first, response)
  const pages = readPages({
    feed,
    key,
    first,
    isOver: response.isOver,
    check: access.check,
    write: frames.write,
    onFailure: endUnlessTransient,
  })

  function end(error: unknown): void {
    if (response.isOver()) return
    const { status, code, message } = describe(error as FastifyError)
    if (status === 500) log.error({ err: error }, 'stream failed')
    response.end(code, message)
  }
  function endUnlessTransient(error: unknown): void {
    if (!isTransient(error)) end(error)
  }
  function sendHeartbeat(now: number): void {
    try {
      frames.sendHeartbeat(now, pages.position())
    } catch (error) {
      end(error)
    }
  }

  return {
    feed,
    key,
    end,
    position: pages.position,
    readNext: pages.readNext,
    /** The database is an earlier one: what the caller has may not be in it. */
    resetTo: pages.resetTo,
    /** To be called several times a second. */
    tick(now: number): void {
      if (response.isOver()) return
      if (access.isLate(now)) end(unverified())
      else if (access.isDue(now)) access.check().catch(endUnlessTransient)
      pages.tick(now)
      sendHeartbeat(now)
    },
  }
}

/** Whether the database could not be asked. A stream survives that until a check of its access is late. */
function isTransient(error: unknown): boolean {
  const { status, code } = describe(error as FastifyError)
  return status === 503 && code !== STREAM_BEHIND
}

function watchAccess(verify: () => Promise<void>, first: number) {
  const { least, most } = VERIFY_EVERY_MS
  // Streams that were opened at the same moment are not verified at the same moment.
  const choosePause = () => least + Math.random() * (most - least)
  let verifiedAt = first
  let dueAt = first + choosePause()
  let isVerifying = false
  return {
    isDue: (now: number) => now >= dueAt && !isVerifying,
    isLate: (now: number) => now - verifiedAt > LONGEST_UNVERIFIED_MS,
    async check(): Promise<void> {
      const startedAt = performance.now()
      isVerifying = true
      try {
        await verify()
        verifiedAt = Math.max(verifiedAt, startedAt)
        dueAt = verifiedAt + choosePause()
      } catch (error) {
        dueAt = performance.now() + chooseRetryMs()
        throw error
      } finally {
        isVerifying = false
      }
    },
  }
}

function writeFrames(feed: Feed, first: number, response: StreamResponse) {
  let sentPosition = first
  let writtenAt = performance.now()
  return {
    /** False when the caller has left, or was cut off. */
    async write(items: readonly Item[]): Promise<boolean> {
      for (const { event, data, position } of items) {
        if (!(await response.drained())) return false
        response.write(toFrame(event, data, toPositionText(feed, position)))
        sentPosition = position
        writtenAt = performance.now()
      }
      return true
    },
    sendHeartbeat(now: number, position: number): void {
      if (now - writtenAt < HEARTBEAT_MS || response.isOver() || response.mustDrain()) return
      // Without data nothing is dispatched, but the client goes on from there when it connects again.
      const id = position > sentPosition ? `id: ${toPositionText(feed, position)}\n` : ''
      sentPosition = Math.max(position, sentPosition)
      writtenAt = now
      response.write(`:\n${id}\n`)
    },
  }
}
