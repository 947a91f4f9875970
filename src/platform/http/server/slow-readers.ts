import type { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

type Progress = Readonly<{ sent: number; at: number }>

/** Who reads less than this, and not all there is, is slow. A byte now and then must not be enough. */
const LEAST_BYTES = 1024 * 1024

/** A connection whose client does not read keeps its response in memory: after this time it is closed. */
export function closeSlowReaders(server: Server, maxMs: number): void {
  const progress = new Map<Socket, Progress>()
  // Of a server for HTTPS, `connection` is what is below the encryption.
  server.on(
    server instanceof SecureServer ? 'secureConnection' : 'connection',
    (socket: Socket) => {
      progress.set(socket, { sent: 0, at: performance.now() })
      socket.once('close', () => progress.delete(socket))
    },
  )
  const look = () => {
    const at = performance.now()
    for (const [socket, last] of progress) {
      const sent = socket.bytesWritten - socket.writableLength
      const isRead = sent - last.sent >= LEAST_BYTES || socket.writableLength === 0
      if (isRead) progress.set(socket, { sent, at })
      else if (at - last.at >= maxMs) socket.destroy()
    }
  }
  const timer = setInterval(look, Math.min(5000, maxMs / 4)).unref()
  server.once('close', () => clearInterval(timer))
}
