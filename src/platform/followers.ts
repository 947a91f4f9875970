import { listenForChanges } from './db/changes/listen.ts'

/** Work that follows what is committed, in each process that runs jobs. */
export type Follower = Readonly<{
  name: string
  /** It looks when one of these was announced, and from time to time. */
  topics: readonly string[]
  everyMs: number
  /** Does what there is, and then ends. Never runs twice at once in a process. */
  look: () => Promise<void>
  /** Waits for what it has begun. */
  stop?: () => Promise<void>
}>

type Options = Readonly<{
  databaseUrl: string
  /** It looks again later. */
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

function runOne({ name, everyMs, look, stop }: Follower, { onFailure }: Options) {
  let isWoken = false
  let isStopping = false
  let current: Promise<void> | undefined

  async function run(): Promise<void> {
    do {
      isWoken = false
      await look().catch((error: unknown) => onFailure(name, error))
    } while (isWoken && !isStopping)
    current = undefined
  }
  function wake(): void {
    isWoken = true
    if (!isStopping) current ??= run()
  }
  const timer = setInterval(wake, everyMs)
  wake()
  return {
    wake,
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(timer)
      await current
      await stop?.()
    },
  }
}
