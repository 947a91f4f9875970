import { listenForChanges } from './db/changes/listen.ts'

/** Work that follows what is committed, in each process that runs jobs. */
export type Follower = Readonly<{
  name: string
  /** It runs when one of these was announced, and from time to time. */
  topics: readonly string[]
  everyMs: number
  /**
   * Does what there is, and then ends. Never runs twice at once in a process. Once the signal is aborted, it
   * begins nothing more, however much is left.
   */
  run: (signal: AbortSignal) => Promise<void>
  /** Waits for what goes on after a run; the signal was aborted before. */
  stop?: () => Promise<void>
}>

type Options = Readonly<{
  databaseUrl: string
  /** It runs again later. */
  onFailure: (name: string, error: unknown) => void
  /** Nothing is announced to this process for now. */
  onLost: (error: unknown) => void
}>

/** A job of the engine would take a row in the transaction that causes it, and a poll until it starts. */
export function runFollowers(followers: readonly Follower[], options: Options) {
  const running = followers.map((follower) => ({ follower, ...runOne(follower, options) }))
  const { close } = listenForChanges(options.databaseUrl, {
    onTopics(topics) {
      for (const { follower, wake } of running) {
        if (follower.topics.some((topic) => topics.includes(topic))) wake()
      }
    },
    onLost: options.onLost,
  })
  return {
    async stop(): Promise<void> {
      close()
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}

function runOne({ name, everyMs, run, stop }: Follower, { onFailure }: Options) {
  const stopping = new AbortController()
  const { signal } = stopping
  let isWoken = false
  let current: Promise<void> | undefined

  async function runWhileWoken(): Promise<void> {
    do {
      isWoken = false
      await run(signal).catch((error: unknown) => onFailure(name, error))
    } while (isWoken && !signal.aborted)
    current = undefined
  }
  function wake(): void {
    isWoken = true
    if (!signal.aborted) current ??= runWhileWoken()
  }
  const timer = setInterval(wake, everyMs)
  wake()
  return {
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await current
      await stop?.()
    },
  }
}
