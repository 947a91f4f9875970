import { setTimeout as delay } from 'node:timers/promises'

export type Frame = Readonly<{ event: string; id: string | undefined; data: unknown }>

export type OpenStream = Readonly<{
  status: number
  headers: Headers
  /** What came in a frame, in its order; `start` and `end` included. */
  frames: readonly Frame[]
  /** Everything as it was sent. */
  text: () => string
  /** The first frame that fits and was not answered yet. Throws if none comes in time. */
  next: (event: string, withinMs?: number) => Promise<Frame>
  /** When the server has closed the stream. */
  ended: (withinMs?: number) => Promise<void>
  close: () => void
}>

/** A stream of server-sent events, as a client reads it with `fetch`. */
export async function openStream(
  url: string,
  bearer: string,
  lastEventId?: string,
): Promise<OpenStream> {
  const stop = new AbortController()
  const response = await fetch(url, {
    headers: {
      Authorization: `Bearer ${bearer}`,
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    },
    signal: stop.signal,
  })
  const frames: Frame[] = []
  let text = ''
  let isOver = false
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true })
      text += piece
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      frames.push(...blocks.flatMap(toFrame))
    }
  }
  const readAll = async () => {
    if (response.ok) await read()
    else text = await response.text()
  }
  const onOver = () => {
    isOver = true
  }
  // It fails when the test closes it, or when the server is gone.
  readAll().then(onOver, onOver)

  let answered = 0
  const waitFor = async <T>(find: () => T | undefined, withinMs: number, what: string) => {
    const until = performance.now() + withinMs
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (performance.now() > until) throw new Error(`${what}; got ${text.slice(-500)}`)
      await delay(10)
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    frames,
    text: () => text,
    next: (event, withinMs = 10_000) =>
      waitFor(
        () => {
          const at = frames.findIndex((frame, i) => i >= answered && frame.event === event)
          if (at < 0) return undefined
          answered = at + 1
          return frames[at]
        },
        withinMs,
        `no frame ${event} in time`,
      ),
    ended: async (withinMs = 10_000) => {
      await waitFor(() => isOver || undefined, withinMs, 'the stream did not end')
    },
    close: () => stop.abort(),
  }
}

/** Blocks without data dispatch nothing. */
function toFrame(block: string): Frame[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) }]
}
