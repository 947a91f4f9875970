import { connect } from 'node:net'

export type Reply = Readonly<{ status: number; ms: number; isPolite: boolean }>

export type Connection = ReturnType<typeof openConnection>

/** What was read is looked at before anything else is read, so all connections share it. */
const buffer = Buffer.alloc(64 * 1024)

const HEAD_END = '\r\n\r\n'

/** One request at a time. Of the response only the head is looked at, which costs the machine least. */
export function openConnection(hostname: string, port: number, onClose: () => void) {
  let head = ''
  let bytesLeft = 0
  let sentAt = 0
  let answer: ((reply: Reply) => void) | undefined
  let isOpen = true

  function end(status: number, isPolite: boolean): void {
    const done = answer
    answer = undefined
    done?.({ status, ms: performance.now() - sentAt, isPolite })
  }

  function read(length: number): boolean {
    if (bytesLeft > 0) bytesLeft -= length
    else {
      head += buffer.toString('latin1', 0, length)
      const headEnd = head.indexOf(HEAD_END)
      if (headEnd < 0) return true
      const total = headEnd + HEAD_END.length + findBodyLength(head)
      bytesLeft = total - head.length
      head = head.slice(0, headEnd)
    }
    if (bytesLeft > 0) return true
    const status = Number(head.slice(9, 12))
    const isPolite = status === 503 && /\r\nretry-after: /i.test(head)
    head = ''
    end(status, isPolite)
    return true
  }

  const socket = connect({
    host: hostname,
    port,
    noDelay: true,
    onread: { buffer, callback: read },
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
    onClose()
    end(0, false)
  })
  return {
    isOpen: () => isOpen,
    /** For how long the request has no answer yet. */
    waitsForMs: () => (answer ? performance.now() - sentAt : 0),
    close: () => void socket.destroy(),
    /** A reply with status 0 means that the connection was closed. */
    send(request: string, onReply: (reply: Reply) => void): void {
      answer = onReply
      sentAt = performance.now()
      socket.write(request, 'latin1')
    },
  }
}

const findBodyLength = (head: string) => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
