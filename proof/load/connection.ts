import type { Socket } from 'node:net'

/** What is not answered by then counts as never. */
const GIVE_UP_MS = 10_000

export type Connection = ReturnType<typeof openConnection>

/** One request at a time; answers its head, or nothing if the connection was closed. */
export function openConnection(socket: Socket, onClose: () => void) {
  let text = ''
  let answer: ((head: string | undefined) => void) | undefined
  let isOpen = true
  const end = () => {
    isOpen = false
    onClose()
    answer?.(undefined)
  }
  socket.setNoDelay(true)
  socket.on('error', () => undefined).on('close', end)
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = text.slice(0, headEnd)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (text.length < headEnd + 4 + length) return
    text = ''
    answer?.(head)
  })
  return {
    isOpen: () => isOpen,
    close: () => void socket.destroy(),
    send: (request: string) =>
      new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(() => socket.destroy(), GIVE_UP_MS)
        answer = (head) => {
          clearTimeout(timer)
          answer = undefined
          resolve(head)
        }
        socket.write(request)
      }),
  }
}
