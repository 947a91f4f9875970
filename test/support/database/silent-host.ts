import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Takes connections and says nothing. */
export async function openSilentHost(): Promise<string> {
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
