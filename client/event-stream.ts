/** A block of a stream of server-sent events. `event` is `position` for one that has an id and no data. */
export type Frame = Readonly<{ event: string; id: string | undefined; data: string }>

type Block = { event?: string; id?: string; data: string[] }

/** Takes a stream in pieces of any length, and answers the frames that each of them completes. */
export function makeFrameParser(): (text: string) => Frame[] {
  let rest = ''
  let block: Block = { data: [] }
  return (text) => {
    // A line feed that belongs to this carriage return may be in the next piece.
    const [whole, remainder] = splitLast(rest + text)
    rest = remainder
    const frames: Frame[] = []
    for (const line of whole) {
      if (line !== '') takeLine(block, line)
      else {
        frames.push(...toFrames(block))
        block = { data: [] }
      }
    }
    return frames
  }
}

/** The lines that have ended, and what is left. */
function splitLast(text: string): [lines: string[], rest: string] {
  const trailingCr = text.endsWith('\r') ? 1 : 0
  const lines = text.slice(0, text.length - trailingCr).split(/\r\n|\r|\n/)
  const rest = lines.pop() ?? ''
  return [lines, rest + text.slice(text.length - trailingCr)]
}

function takeLine(block: Block, line: string): void {
  const colon = line.indexOf(':')
  const field = colon === -1 ? line : line.slice(0, colon)
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (field === 'data') block.data.push(value)
  if (field === 'event') block.event = value
  if (field === 'id' && !value.includes('\0')) block.id = value
}

function toFrames({ event, id, data }: Block): Frame[] {
  if (data.length > 0) return [{ event: event || 'message', id, data: data.join('\n') }]
  return id === undefined ? [] : [{ event: 'position', id, data: '' }]
}

/** The frames of a response, as they arrive. `onBytes` is called for each piece, also for one without a frame. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<Frame> {
  const parse = makeFrameParser()
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes()
      yield* parse(read.value as string)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
