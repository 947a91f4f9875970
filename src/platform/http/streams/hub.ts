import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { listenForChanges } from '../../db/changes/listen.ts'
import { createBudget } from './budget.ts'
import { connectionInUse, stopping, tooManyStreams, tooManyStreamsOfCaller } from './errors.ts'
import { beginAt, type Feed, toFrame, toPositionText } from './feed.ts'
import { type Follower, follow } from './follower.ts'
import { pollAll, skipWhileRunning } from './poll.ts'
import { beginStream } from './response.ts'
import type { StreamSettings } from './settings.ts'

const TICK_MS = 50
/** For changes that nobody announced: the process that made them ended, or a pooler delivers nothing. */
const POLL_INTERVAL_MS = 2000
const LONGEST_BEGIN_MS = 1000

type HubDeps = StreamSettings & Readonly<{ databaseUrl: string; log: FastifyBaseLogger }>

type StreamRequest = Readonly<{
  feed: Feed
  key: string
  /** Whom the stream counts for. */
  caller: string
  lastSeen: string | undefined
  verify: () => Promise<void>
}>

export type Hub = ReturnType<typeof openHub>

/** All open streams of this process. `app`: when it closes, they end. */
export function openHub(
  app: FastifyInstance,
  { databaseUrl, log, mostStreams, mostStreamsPerCaller }: HubDeps,
) {
  const followers = new Set<Follower>()
  const byTopic = groupByTopic()
  const budget = createBudget()
  const open = countOpen(mostStreams, mostStreamsPerCaller)
  let running: { stop: () => void } | undefined
  let isClosing = false

  const notify = (topics: readonly string[]) => {
    for (const topic of topics) for (const each of byTopic.find(topic)) void each.readNext()
  }
  const onPollError = (err: unknown) =>
    log.warn({ err }, 'the positions of streams could not be read; trying again')
  const poll = skipWhileRunning(() => pollAll(followers).catch(onPollError))
  function run() {
    const onLost = (err: unknown) =>
      log.warn({ err }, 'the database does not announce changes; polling every two seconds')
    const listener = listenForChanges(databaseUrl, { onTopics: notify, onLost })
    const polling = setInterval(poll, POLL_INTERVAL_MS)
    const ticking = setInterval(() => {
      const now = performance.now()
      for (const each of followers) each.tick(now)
    }, TICK_MS)
    return {
      stop() {
        listener.close()
        clearInterval(polling)
        clearInterval(ticking)
      },
    }
  }

  app.addHook('preClose', async () => {
    isClosing = true
    running?.stop()
    for (const each of followers) each.end(stopping())
  })

  return {
    count: (feed: string) => byTopic.find(feed).size,
    /** Answers the request with a stream. Throws when there are too many. */
    async open(reply: FastifyReply, { feed, key, verify, ...request }: StreamRequest) {
      if (isClosing) throw stopping()
      if (isDisconnected(reply)) return void reply.hijack()
      const release = open.acquire(request.caller)
      reply.raw.once('close', release)
      running ??= run()
      // The request came before its access was checked, so this is no later than that.
      const receivedAt = performance.now() - reply.elapsedTime
      const latest = (await feed.findPositions([key])).get(key) ?? 0
      const verifiedAt = await verifyAgain(receivedAt, verify)
      // The caller may have left, or the node may be about to stop, while the position was read.
      if (reply.raw.destroyed) return void reply.hijack()
      if (isClosing) throw stopping()
      const { position, frame } = beginAt(feed, request.lastSeen, latest)
      const response = beginStream(reply, budget)
      const follower = follow({ feed, key, position, response, verifiedAt, verify, log })
      followers.add(follower)
      byTopic.add(follower)
      response.onClose(() => {
        followers.delete(follower)
        byTopic.delete(follower)
      })
      const first = frame ? toFrame(frame, '{}', toPositionText(feed, position)) : ''
      response.write(`retry: 2000\n\n${first}`)
      // Something may have been committed since the position was read, and announced to nobody here.
      void follower.readNext()
    },
  }
}

/** Until a stream begins, its request may have waited for longer than a stream may be open without a check. */
async function verifyAgain(verifiedAt: number, verify: () => Promise<void>): Promise<number> {
  const now = performance.now()
  if (now - verifiedAt < LONGEST_BEGIN_MS) return verifiedAt
  await verify()
  return now
}

/** While access was checked: no event would tell later that the stream is over. */
function isDisconnected({ raw }: FastifyReply): boolean {
  if (raw.destroyed || raw.closed) return true
  // Behind another request on the same connection, nothing tells when the connection ends.
  if (!raw.socket) throw connectionInUse()
  return false
}

function groupByTopic() {
  const groups = new Map<string, Set<Follower>>()
  const none: ReadonlySet<Follower> = new Set()
  const topicsOf = ({ feed, key }: Follower) => [feed.name, `${feed.name} ${key}`]
  return {
    find: (topic: string) => groups.get(topic) ?? none,
    add(follower: Follower): void {
      for (const topic of topicsOf(follower)) {
        const group = groups.get(topic) ?? new Set()
        groups.set(topic, group.add(follower))
      }
    },
    delete(follower: Follower): void {
      for (const topic of topicsOf(follower)) {
        const group = groups.get(topic)
        if (group?.delete(follower) && group.size === 0) groups.delete(topic)
      }
    },
  }
}

function countOpen(most: number, mostPerCaller: number) {
  const counts = new Map<string, number>()
  let all = 0
  return {
    /** Answers what to call when the stream is closed. */
    acquire(caller: string): () => void {
      const count = counts.get(caller) ?? 0
      if (count >= mostPerCaller) throw tooManyStreamsOfCaller(mostPerCaller)
      if (all >= most) throw tooManyStreams()
      counts.set(caller, count + 1)
      all++
      return () => {
        const left = (counts.get(caller) ?? 0) - 1
        if (left > 0) counts.set(caller, left)
        else counts.delete(caller)
        all--
      }
    },
  }
}
